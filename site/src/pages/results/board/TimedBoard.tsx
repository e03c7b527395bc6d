import { useMemo, useState } from "react";
import { bibBeside, displayName } from "../../../format/name";
import { hasPlace, placeText } from "../../../format/place";
import { formatMs } from "../../../format/time";
import { type TimedRunner, timedRace } from "../../../scoring/timed";
import { board as words } from "../../../text/board";
import { number } from "../../../text/intl";
import { text } from "../../../text/text";
import { Table } from "../../../ui/Table";
import type { Column } from "../../../ui/table-props";
import { RaceLink } from "../../parts/race/RaceLink";
import { bibColumn } from "../../parts/tables/bib-column";
import { FoldLine } from "../../parts/tables/FoldLine";
import fold from "../../parts/tables/FoldLine.module.css";
import type { BoardProps } from "./BackyardBoard";
import { leadersNamed } from "./leaders-named";
import styles from "./Board.module.css";

/** Who leads a timed race, and all laps; opened, everybody's (pages.md C24). */
export default function TimedBoard({ head, board, pathOf }: BoardProps) {
  const { live } = head.eventYear;
  const [opened, setOpened] = useState(false);
  const { runners, laps, unit } = useMemo(
    () => timedRace(board, head.segments),
    [board, head.segments],
  );
  const columns = useMemo(
    () => columnsOf(runners, unit, live, pathOf),
    [runners, unit, live, pathOf],
  );
  const [leader] = runners;
  if (leader === undefined) return null;
  const first = runners.filter(
    ({ line: { row }, laps: own }) =>
      row === leader.line.row ||
      (hasPlace(row) && placeText(row) === placeText(leader.line.row) && own === leader.laps),
  );
  const names = leadersNamed(first.map(({ line }) => line.row));
  return (
    <details
      className={`${styles.board} no-print`}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary>
        <b>
          {live
            ? (first.length > 1 ? words.timed.lead : words.timed.leads)(names, leader.laps)
            : words.timed.won(names, leader.laps)}
        </b>
        <span data-count>{words.timed.all(runners.length, laps)}</span>
      </summary>
      {opened && (
        <>
          <Table
            caption={words.timed.name}
            columns={columns}
            list={{ rows: runners, keyOf: ({ line }) => line.row.bib, data: board }}
          />
          {live && runners.some(({ projected }) => projected !== null) && (
            <p className={styles.note}>{words.timed.rule}</p>
          )}
        </>
      )}
    </details>
  );
}

function average({ average: ms }: TimedRunner): string {
  return formatMs(ms, false);
}

/** Only what is known about somebody has a column. */
function columnsOf(
  runners: readonly TimedRunner[],
  unit: string,
  live: boolean,
  pathOf: (bib: string) => string,
): Column<TimedRunner>[] {
  const { columns } = words.timed;
  const way = ({ way: length }: TimedRunner) =>
    length === null ? "" : `${number(Math.round(length * 100) / 100)}\u00a0${unit}`;
  return [
    bibColumn(({ line }) => line.row),
    {
      key: "name",
      heading: text.columns.name,
      names: true,
      cell: (runner) => (
        <>
          <RaceLink to={pathOf(runner.line.row.bib)}>{displayName(runner.line.row)}</RaceLink>
          {runner.late && <div className={fold.fold}>{words.timed.late}</div>}
          <FoldLine
            parts={[
              { words: bibBeside(runner.line.row), from: "small" },
              { words: words.timed.folded(average(runner)), from: "medium" },
            ]}
          />
        </>
      ),
    },
    {
      key: "laps",
      heading: columns.laps,
      align: "end",
      width: "5rem",
      narrow: "3.1rem",
      cell: ({ laps }) => number(laps),
    },
    ...(unit === ""
      ? []
      : [
          {
            key: "way",
            heading: columns.way,
            align: "end",
            width: "7rem",
            narrow: "6rem",
            cell: way,
          } as const,
        ]),
    {
      key: "average",
      heading: columns.average,
      folds: "medium",
      align: "end",
      width: "7rem",
      cell: average,
    },
    ...(live && runners.some(({ projected }) => projected !== null)
      ? [
          {
            key: "projected",
            heading: columns.projected,
            align: "end",
            width: "6.5rem",
            narrow: "4rem",
            cell: ({ projected }: TimedRunner) => (projected === null ? "" : number(projected)),
          } as const,
        ]
      : []),
  ];
}
