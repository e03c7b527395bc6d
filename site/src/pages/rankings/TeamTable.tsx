import { displayName } from "../../format/name";
import { clockText } from "../../format/time";
import type { Team, TeamMember } from "../../scoring/teams";
import { teams as words } from "../../text/teams";
import { text } from "../../text/text";
import type { Column } from "../../ui/table-props";
import { RaceLink } from "../parts/race/RaceLink";
import { placeColumn } from "../parts/rankings/columns";
import styles from "../parts/rankings/Ranking.module.css";
import { type RankingPanel, RankingTable } from "../parts/rankings/RankingTable";
import { runnerPath } from "../parts/runner/runner-path";
import team from "./Team.module.css";
import { number } from "../../text/intl";

function nameOf({ name }: Team): string {
  return name;
}

function bibsOf({ members }: Team): string[] {
  return members.map(({ result }) => result.bib);
}

/** The teams of one distance: points, and the four members who scored them. */
export function TeamTable({ of, teams }: { of: RankingPanel; teams: readonly Team[] }) {
  return (
    <>
      <p className={styles.explain}>{words.rule}</p>
      <RankingTable
        of={of}
        heading={text.kinds["team-results"]}
        only
        columns={teamColumns(of)}
        list={{ rows: teams, keyOf: nameOf, bibsOf }}
      />
    </>
  );
}

function teamColumns(of: RankingPanel): Column<Team>[] {
  const pathOf = runnerPath("team-results", of.head, of.boards, of.board.distance);
  return [
    placeColumn<Team>(({ place }) => place),
    {
      key: "team",
      heading: words.name,
      names: true,
      cell: ({ name, members }) => (
        <>
          {name}
          {of.folds && (
            <ol className={team.members}>
              {members.map((member, index) => (
                <li key={member.result.bib} aria-label={words.members[index]}>
                  <Member member={member} pathOf={pathOf} />
                </li>
              ))}
            </ol>
          )}
        </>
      ),
    },
    {
      key: "points",
      heading: words.points,
      width: "7.5rem",
      narrow: "4.5rem",
      cell: ({ points, members }) => (
        <>
          <b>{number(points)}</b>
          <small className={styles.time}>{sum(members)}</small>
        </>
      ),
    },
    ...words.short.map(
      (heading, index): Column<Team> => ({
        key: heading,
        heading,
        name: words.members[index] ?? heading,
        folds: "small",
        width: "17%",
        cell: ({ members }) => {
          const member = members[index];
          return member && <Member member={member} pathOf={pathOf} />;
        },
      }),
    ),
  ];
}

function sum(members: readonly TeamMember[]): string {
  return members.map(({ number: place }) => number(place)).join(" + ");
}

function Member({
  member: { result, number: place },
  pathOf,
}: {
  member: TeamMember;
  pathOf: (bib: string) => string;
}) {
  return (
    <>
      <span className={styles.member}>
        <RaceLink to={pathOf(result.bib)}>{displayName(result)}</RaceLink> - {number(place)}
      </span>
      <span className={styles.time}>{clockText(result)}</span>
    </>
  );
}
