import { championshipAwards } from "../../scoring/championship";
import type { Line } from "../../scoring/row";
import { text } from "../../text/text";
import { Disclaimer } from "../parts/race/Disclaimer";
import { championshipAwardsShown, countRows, WinnerTables } from "../parts/rankings/Championship";
import type { RankingPanel, Searched } from "../parts/rankings/RankingTable";
import { type RankingKind, RankingScreen } from "./RankingScreen";

/** Championship awards (pages.md C11). */
export default function PntfAwardsPage() {
  const kind: RankingKind = {
    word: "pntf-awards",
    name: text.kinds["pntf-awards"],
    none: text.awards.none,
    ranks,
    countMatches,
    panel,
    foot: <Disclaimer eventType="distance" rankingType="gun" ticked={false} />,
  };
  return <RankingScreen kind={kind} />;
}

function panel(of: RankingPanel) {
  const lists = championshipAwardsShown(of);
  return lists.length === 0 ? null : <WinnerTables of={of} word="pntf-awards" lists={lists} />;
}

function ranks(lines: readonly Line[]): boolean {
  return championshipAwards(lines).length > 0;
}

function countMatches(of: Searched): number {
  return countRows(championshipAwardsShown(of));
}
