import { useMemo } from "react";
import { Link } from "react-router";
import type { StandingsByDistance } from "../../race/standings";
import type { Loaded } from "../../race/use-loaded";
import { genderTables, groupTables, scoreText, youthScores, type YouthScore } from "../../scoring/youth-series";
import { text } from "../../text/text";
import { Failed } from "../../ui/Failed";
import { Loading } from "../../ui/Loading";
import type { Column } from "../../ui/Table";
import { SmallFold } from "../parts/FoldLine";
import { runnerPath } from "../parts/runner-path";
import { placeColumn } from "./columns";
import styles from "./Ranking.module.css";
import type { RankingPanel } from "./RankingPage";
import { RankingTable } from "./RankingTable";

/** The youth series of one distance: today's runners and the standings so far. */
export function YouthSeries({ of, standings, limited, byGender }: {
  of: RankingPanel;
  standings: Loaded<StandingsByDistance>;
  limited: boolean;
  byGender: boolean;
}) {
  const { data, failure, retry } = standings;
  const scores = useMemo(() => youthScores(of.lines, data?.get(of.board.distance) ?? []), [of.lines, of.board.distance, data]);
  if (failure !== null) return <Failed onRetry={retry} />;
  if (data === null) return <Loading message={text.loading} />;
  const genders = limited || byGender ? genderTables(scores, limited) : [];
  const groups = limited || !byGender ? groupTables(scores, limited) : [];
  if (genders.length + groups.length === 0) return <p className={styles.none}>{text.results.none}</p>;
  return (
    <>
      <p className={styles.explain}>{text.youthSeries.rule}</p>
      {genders.map(({ heading, rows }) => (
        <Scores key={heading} of={of} heading={heading} rows={rows} placeOf={({ places }) => places?.gender ?? ""} />
      ))}
      {groups.map(({ heading, rows }) => (
        <Scores key={heading} of={of} heading={heading} rows={rows} placeOf={({ places }) => places?.ageGroup ?? ""} />
      ))}
    </>
  );
}

function Scores({ of, heading, rows, placeOf }: {
  of: RankingPanel;
  heading: string;
  rows: readonly YouthScore[];
  placeOf: (score: YouthScore) => number | string;
}) {
  return (
    <RankingTable
      of={of}
      heading={heading}
      columns={scoreColumns(of, placeOf)}
      rows={rows}
      keyOf={({ name, line }) => `${name}\n${line?.row.bib ?? ""}`}
      bibsOf={({ line }) => (line === null ? [] : [line.row.bib])}
    />
  );
}

function scoreColumns(of: RankingPanel, placeOf: (score: YouthScore) => number | string): Column<YouthScore>[] {
  const pathOf = runnerPath("ytp-series", of.head, of.boards, of.board.distance);
  return [
    {
      key: "name",
      heading: text.columns.name,
      names: true,
      cell: ({ name, line, ...score }) => (
        <>
          {line === null ? name : <Link to={pathOf(line.row.bib)}>{name}</Link>}
          {of.folds && <SmallFold words={[...folded(score)]} />}
        </>
      ),
    },
    placeColumn<YouthScore>(placeOf),
    scoreColumn("tiger", text.youthSeries.tiger, ({ tiger }) => tiger),
    scoreColumn("seward", text.youthSeries.seward, ({ seward }) => seward),
    scoreColumn("highest", text.youthSeries.highest, ({ highest }) => highest),
    scoreColumn("cougar", text.youthSeries.cougar, ({ cougar }) => cougar),
    { key: "total", heading: text.youthSeries.total, align: "end", width: "6rem", narrow: "5rem", cell: ({ combined }) => <b>{scoreText(combined)}</b> },
  ];
}

function scoreColumn(key: string, heading: string, scoreOf: (score: YouthScore) => number): Column<YouthScore> {
  return { key, heading, folds: "small", align: "end", width: "5.5rem", cell: (score) => scoreText(scoreOf(score)) };
}

function folded({ tiger, seward, highest, cougar }: Pick<YouthScore, "tiger" | "seward" | "highest" | "cougar">): string[] {
  const { youthSeries: words } = text;
  const scores = [[words.tiger, tiger], [words.seward, seward], [words.highest, highest], [words.cougar, cougar]] as const;
  return scores.filter(([, score]) => score > 0).map(([name, score]) => `${name} ${scoreText(score)}`);
}
