import type { Line } from "../../scoring/row";
import { teamResults } from "../../scoring/teams";
import { teams as words } from "../../text/teams";
import { text } from "../../text/text";
import type { RankingPanel } from "../parts/rankings/RankingTable";
import { type RankingKind, RankingScreen } from "./RankingScreen";
import styles from "../parts/rankings/Ranking.module.css";
import { TeamTable } from "./TeamTable";

/** Team results (pages.md C13). */
export default function TeamResultsPage() {
  const kind: RankingKind = {
    word: "team-results",
    name: text.kinds["team-results"],
    none: text.results.none,
    ranks,
    panel,
    foot: <p className={styles.foot}>{words.disclaimer}</p>,
  };
  return <RankingScreen kind={kind} />;
}

function ranks(lines: readonly Line[]): boolean {
  return teamResults(lines).length > 0;
}

function panel(of: RankingPanel) {
  const teams = teamResults(of.lines);
  return teams.length === 0 ? null : <TeamTable of={of} teams={teams} />;
}
