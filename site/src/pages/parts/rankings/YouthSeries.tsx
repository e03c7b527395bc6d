import { Suspense, useMemo, useState } from "react";
import type { StandingsByDistance } from "../../../race/standings";
import type { Loaded } from "../../../lib/use-loaded";
import {
  genderTables,
  groupTables,
  scoreText,
  youthScores,
  type YouthScore,
} from "../../../scoring/youth-series";
import { text } from "../../../text/text";
import { withWhyText } from "../../../text/why";
import { Failed } from "../../../ui/Failed";
import { Loading } from "../../../ui/Loading";
import type { Column } from "../../../ui/table-props";
import { SmallFold } from "../tables/FoldLine";
import { optional } from "../../../lib/optional";
import { runnerPath } from "../runner/runner-path";
import { RunnerName } from "../runner/RunnerName";
import { WhyButton } from "../tables/WhyButton";
import { placeColumn } from "./columns";
import styles from "./Ranking.module.css";
import { type RankingPanel, RankingTable } from "./RankingTable";

const YouthWhy = optional(() => withWhyText(() => import("./YouthWhy")));

/** The youth series of one distance: today's runners and the standings so far. */
export function YouthSeries({
  of,
  standings,
  limited,
  byGender,
}: {
  of: RankingPanel;
  standings: Loaded<StandingsByDistance>;
  limited: boolean;
  byGender: boolean;
}) {
  const { data, failure, retry } = standings;
  const [asked, ask] = useState<string | null>(null);
  const scores = useMemo(
    () => youthScores(of.lines, data?.get(of.board.distance) ?? []),
    [of.lines, of.board.distance, data],
  );
  if (failure !== null) return <Failed onRetry={retry} />;
  if (data === null) return <Loading message={text.loading} />;
  const score = asked === null ? undefined : scores.find((one) => keyOf(one) === asked);
  const genders = limited || byGender ? genderTables(scores, limited) : [];
  const groups = limited || !byGender ? groupTables(scores, limited) : [];
  if (genders.length + groups.length === 0) return <p className="empty">{text.results.none}</p>;
  return (
    <>
      <p className={styles.explain}>{text.youthSeries.rule}</p>
      {genders.map(({ heading, rows }) => (
        <Scores
          key={heading}
          of={of}
          heading={heading}
          rows={rows}
          placeOf={({ places }) => places?.gender ?? ""}
          onWhy={ask}
        />
      ))}
      {groups.map(({ heading, rows }) => (
        <Scores
          key={heading}
          of={of}
          heading={heading}
          rows={rows}
          placeOf={({ places }) => places?.ageGroup ?? ""}
          onWhy={ask}
        />
      ))}
      {score !== undefined && (
        <Suspense>
          <YouthWhy score={score} scores={scores} onClose={() => ask(null)} />
        </Suspense>
      )}
    </>
  );
}

/** A unique key among the people of a distance: several may have the same name. */
function keyOf({ name, line }: YouthScore): string {
  return `${name}\n${line?.row.bib ?? ""}`;
}

function Scores({
  of,
  heading,
  rows,
  placeOf,
  onWhy,
}: {
  of: RankingPanel;
  heading: string;
  rows: readonly YouthScore[];
  placeOf: (score: YouthScore) => number | string;
  /** Asks for an explanation of somebody's total; `key` is their {@link keyOf}. */
  onWhy: (key: string) => void;
}) {
  return (
    <RankingTable
      of={of}
      heading={heading}
      columns={scoreColumns(of, placeOf, onWhy)}
      list={{ rows, keyOf, bibsOf: ({ line }) => (line === null ? [] : [line.row.bib]) }}
    />
  );
}

function scoreColumns(
  of: RankingPanel,
  placeOf: (score: YouthScore) => number | string,
  onWhy: (key: string) => void,
): Column<YouthScore>[] {
  const pathOf = runnerPath("ytp-series", of.head, of.boards, of.board.distance);
  return [
    {
      key: "name",
      heading: text.columns.name,
      names: true,
      cell: ({ name, line, ...score }) => (
        <>
          {line === null ? (
            name
          ) : (
            <RunnerName head={of.head} runner={line.row} path={pathOf(line.row.bib)} name={name} />
          )}
          {of.folds && <SmallFold words={[...folded(score)]} />}
        </>
      ),
    },
    placeColumn<YouthScore>(placeOf),
    scoreColumn("tiger", text.youthSeries.tiger, ({ tiger }) => tiger),
    scoreColumn("seward", text.youthSeries.seward, ({ seward }) => seward),
    scoreColumn("highest", text.youthSeries.highest, ({ highest }) => highest),
    scoreColumn("cougar", text.youthSeries.cougar, ({ cougar }) => cougar),
    {
      key: "total",
      heading: text.youthSeries.total,
      align: "end",
      width: "6rem",
      narrow: "5rem",
      cell: (score) => <Total score={score} onPress={() => onWhy(keyOf(score))} />,
    },
  ];
}

function Total({ score: { name, combined }, onPress }: { score: YouthScore; onPress: () => void }) {
  const { why } = text.youthSeries;
  const shown = scoreText(combined);
  return (
    <WhyButton
      shown={<b>{shown}</b>}
      label={combined > 0 ? why.button(shown, name) : why.none(name)}
      onPress={onPress}
    />
  );
}

function scoreColumn(
  key: string,
  heading: string,
  scoreOf: (score: YouthScore) => number,
): Column<YouthScore> {
  return {
    key,
    heading,
    folds: "small",
    align: "end",
    width: "5.5rem",
    cell: (score) => scoreText(scoreOf(score)),
  };
}

function folded({
  tiger,
  seward,
  highest,
  cougar,
}: Pick<YouthScore, "tiger" | "seward" | "highest" | "cougar">): string[] {
  const { youthSeries: words } = text;
  const scores = [
    [words.tiger, tiger],
    [words.seward, seward],
    [words.highest, highest],
    [words.cougar, cougar],
  ] as const;
  return scores
    .filter(([, score]) => score > 0)
    .map(([name, score]) => `${name} ${scoreText(score)}`);
}
