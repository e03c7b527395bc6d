import type { Line } from "../../scoring/row";
import { youthAwards } from "../../scoring/youth";
import { text } from "../../text/text";
import { Disclaimer } from "../parts/race/Disclaimer";
import { winnersShown, WinnerTables } from "../parts/rankings/Championship";
import type { RankingPanel } from "../parts/rankings/RankingTable";
import { type RankingKind, RankingScreen } from "./RankingScreen";

/** Youth awards (pages.md C12 "Awards"). */
export default function YtpAwardsPage() {
  const kind: RankingKind = {
    word: "ytp-awards",
    name: text.kinds["ytp-awards"],
    none: text.awards.none,
    ranks,
    panel,
    foot: <Disclaimer eventType="distance" rankingType="gun" ticked={false} />,
  };
  return <RankingScreen kind={kind} />;
}

function ranks(lines: readonly Line[]): boolean {
  return youthAwards(lines).overall.length > 0;
}

function panel(of: RankingPanel) {
  const { overall, ageGroups } = youthAwards(of.lines);
  const named = overall.map(({ heading, winners }) => ({
    heading: text.awards.list(heading, text.awards.groups.overall),
    winners,
  }));
  const lists = winnersShown([...named, ...ageGroups], "");
  return lists.length === 0 ? null : <WinnerTables of={of} word="ytp-awards" lists={lists} />;
}
