import type { Line } from "../../scoring/row";
import { youthResults } from "../../scoring/youth";
import { text } from "../../text/text";
import { Disclaimer } from "../parts/race/Disclaimer";
import type { RankingPanel } from "../parts/rankings/RankingTable";
import { type RankingKind, RankingScreen } from "./RankingScreen";
import { YouthTable } from "./YouthTable";

/** Youth championship results (pages.md C12 "Championship results"). */
export default function PntfYouthPage() {
  const kind: RankingKind = {
    word: "pntf-youth",
    name: text.kinds["pntf-youth"],
    none: text.results.none,
    ranks,
    panel,
    foot: <Disclaimer eventType="distance" rankingType="gun" ticked={false} />,
  };
  return <RankingScreen kind={kind} />;
}

function ranks(lines: readonly Line[]): boolean {
  return youthResults(lines).length > 0;
}

function panel(of: RankingPanel) {
  const rows = youthResults(of.lines);
  return rows.length === 0 ? null : <YouthTable of={of} rows={rows} />;
}
