import { championshipRankings } from "../../scoring/championship";
import type { Line } from "../../scoring/row";
import { text } from "../../text/text";
import { Disclaimer } from "../parts/race/Disclaimer";
import { ChampionshipRankings, countRows, rankingsShown } from "../parts/rankings/Championship";
import type { RankingPanel, Searched } from "../parts/rankings/RankingTable";
import { type RankingKind, RankingScreen } from "./RankingScreen";

/** Championship rankings (pages.md C10). */
export default function PntfPage() {
  const kind: RankingKind = {
    word: "pntf",
    name: text.kinds.pntf,
    none: text.results.none,
    ranks,
    countMatches,
    panel,
    foot: <Disclaimer eventType="distance" rankingType="gun" ticked={false} />,
  };
  return <RankingScreen kind={kind} />;
}

function panel(of: RankingPanel) {
  const tables = rankingsShown(of);
  return tables.length === 0 ? null : <ChampionshipRankings of={of} tables={tables} />;
}

function ranks(lines: readonly Line[]): boolean {
  return championshipRankings(lines).length > 0;
}

function countMatches(of: Searched): number {
  return countRows(rankingsShown(of));
}
