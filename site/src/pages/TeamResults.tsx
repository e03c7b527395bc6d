import type { Line } from "../scoring/row";
import { teamResults } from "../scoring/teams";
import { text } from "../text/text";
import { RankingPage, type RankingPanel } from "./rankings/RankingPage";
import styles from "./rankings/Ranking.module.css";
import { TeamTable } from "./rankings/TeamTable";

/** Team results (pages.md C13). */
export default function TeamResultsPage() {
  return (
    <RankingPage
      word="team-results"
      name={text.kinds["team-results"]}
      none={text.results.none}
      ranks={ranks}
      panel={panel}
      foot={<p className={styles.foot}>{text.teams.disclaimer}</p>}
    />
  );
}

function ranks(lines: readonly Line[]): boolean {
  return teamResults(lines).length > 0;
}

function panel(of: RankingPanel) {
  const teams = teamResults(of.lines);
  return teams.length === 0 ? null : <TeamTable of={of} teams={teams} />;
}
