import { type ReactNode, useEffect, useMemo, useState } from "react";
import { shortLocalTime } from "../../format/local-time";
import { bibBeside, displayName } from "../../format/name";
import { useNow } from "../../lib/use-now";
import type { RaceBoard } from "../../race/boards";
import { runnerKey } from "../../race/compare";
import type { Head } from "../../race/head";
import { useFollowedRows } from "../../race/use-followed";
import type { FieldRows } from "../../scoring/field-estimates";
import { liveSegmentsOf } from "../../scoring/live-segments";
import {
  gunWithOffset,
  mostDue,
  type OutThere,
  type PointCount,
  type Safety as View,
  safetyAt,
} from "../../scoring/safety";
import type { Line, Row } from "../../scoring/row";
import { board as words } from "../../text/board";
import { elapsed } from "../../text/intl";
import { text } from "../../text/text";
import { Table } from "../../ui/Table";
import type { Column } from "../../ui/table-props";
import { RaceLink } from "../parts/race/RaceLink";
import { bibColumn } from "../parts/tables/bib-column";
import { Fitted } from "../parts/tables/Fitted";
import { SmallFold } from "../parts/tables/FoldLine";
import styles from "./Safety.module.css";

/** How often the minutes are updated. */
const LOOK_MS = 15_000;
/** How long the list waits for the rows of those who are on it. */
const WAIT_MS = 3_000;
/** Whose rows are read, the most overdue first; for further ones the lines have to do. */
const ASKED_AFTER = 60;

/** Who is still on course, the longest unseen first; printable (pages.md C5 "Safety view"). */
export default function Safety({
  head,
  board,
  pathOf,
  printing,
  waiting,
  children,
}: {
  head: Head;
  board: RaceBoard;
  pathOf: (bib: string) => string;
  printing: boolean;
  /** Shown until it is known who was seen when. */
  waiting: ReactNode;
  /** The content below: it would move while the list fills. */
  children: ReactNode;
}) {
  const now = useNow(LOOK_MS);
  const { view, known } = useSafety(head, board, now);
  const settled = useSettled(known || printing);
  const { points, runners } = view;
  if (!settled) return waiting;
  return (
    <>
      <section className={styles.safety}>
        {points.length > 0 && (
          <Table
            caption={words.safety.points}
            captioned
            columns={pointColumns()}
            list={{ rows: points, keyOf: ({ name }) => name, data: board }}
          />
        )}
        <h3>{words.safety.onCourse(runners.length)}</h3>
        <p>{runners.length === 0 ? words.safety.nobody : words.safety.order}</p>
        {runners.length > 0 && (
          <Table
            caption={words.safety.onCourse(runners.length)}
            columns={runnerColumns(now, pathOf, printing)}
            list={{ rows: runners, keyOf: ({ line }) => line.row.bib, data: board }}
            all={printing ? "now" : false}
          />
        )}
      </section>
      {children}
    </>
  );
}

/** True from the first time that `ready` is, or after a while without it: with no network it never is. */
function useSettled(ready: boolean): boolean {
  const [settled, settle] = useState(ready);
  if (ready && !settled) settle(true);
  useEffect(() => {
    const timer = window.setTimeout(() => settle(true), WAIT_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return settled || ready;
}

/** By the lines first, which tell whom to look up; then with the rows of these. */
function useSafety(head: Head, board: RaceBoard, now: number): { view: View; known: boolean } {
  const { segments } = head;
  const { lines, distance } = board;
  const read = useMemo(() => liveSegmentsOf(board, segments), [board, segments]);
  const onCourse = useMemo(() => lines.filter(({ state }) => state === "started"), [lines]);
  const first = useMemo(
    () => mostDue(safetyAt(lines, read, distance, null, () => undefined, 0).runners, 1),
    [lines, read, distance],
  );
  const looked = useFollowedRows(head, first);
  const gun = useMemo(
    () => gunWithOffset([...looked.values()].flatMap(({ rows, field }) => rows.concat(...field))),
    [looked],
  );
  const minute = Math.floor(now / 60_000);
  const due = useMemo(
    () =>
      gun === null || onCourse.length === 0
        ? []
        : mostDue(
            safetyAt(lines, read, distance, gun, () => undefined, minute * 60_000).runners,
            ASKED_AFTER,
          ),
    [lines, read, distance, gun, onCourse, minute],
  );
  const rows = useFollowedRows(head, due);
  const isKnown = ({ row }: Line) => rows.has(runnerKey(distance, row.bib));
  const known = first.length === 0 || (looked.size > 0 && (gun === null || due.every(isKnown)));
  const live = useMemo(
    () => liveSegmentsOf(board, segments, rowsOf([...looked, ...rows])),
    [board, segments, looked, rows],
  );
  const view = useMemo(
    () =>
      safetyAt(
        lines,
        segments,
        distance,
        gun,
        ({ row }) => rows.get(runnerKey(distance, row.bib)),
        now,
        live,
        read,
      ),
    [lines, segments, live, read, distance, gun, rows, now],
  );
  return { view, known };
}

/** All rows that are known, of each runner once. */
function rowsOf(known: Iterable<[string, FieldRows]>): (readonly Row[])[] {
  const runners = new Map<string, readonly Row[]>();
  for (const [, { rows, field }] of known) {
    for (const own of [rows, ...field]) {
      const [row] = own;
      if (row !== undefined) runners.set(row.bib, own);
    }
  }
  return [...runners.values()];
}

function pointColumns(): Column<PointCount>[] {
  const { safety } = words;
  return [
    {
      key: "name",
      heading: safety.point,
      names: true,
      cell: (point) => <Fitted text={pointText(point)} />,
    },
    {
      key: "passed",
      heading: safety.passed,
      align: "end",
      width: "8rem",
      narrow: "5.25rem",
      cell: ({ passed }) => passed,
    },
    {
      key: "expected",
      heading: safety.expected,
      align: "end",
      width: "8rem",
      narrow: "4.5rem",
      cell: ({ expected }) => expected,
    },
    {
      key: "overdue",
      heading: safety.overdue,
      align: "end",
      width: "7rem",
      narrow: "4.75rem",
      cell: ({ overdue }) => (overdue > 0 ? <b className={styles.late}>{overdue}</b> : 0),
    },
  ];
}

function pointText({ name, dead }: PointCount): string {
  if (dead === "") return text.point(name);
  return dead === "nobody" ? words.safety.notRead(name) : words.safety.hardlyRead(name);
}

function runnerColumns(
  now: number,
  pathOf: (bib: string) => string,
  printing: boolean,
): Column<OutThere>[] {
  const { safety } = words;
  return [
    bibColumn(({ line }) => line.row),
    {
      key: "name",
      heading: text.columns.name,
      names: true,
      cell: (runner) => <Name runner={runner} now={now} pathOf={pathOf} />,
    },
    {
      key: "seen",
      heading: safety.lastSeen,
      width: "13rem",
      narrow: "6.5rem",
      cell: (runner) => <Fitted text={seenText(runner)} />,
    },
    {
      key: "unseen",
      heading: safety.unseen,
      folds: "small",
      align: "end",
      width: "7rem",
      cell: (runner) => unseenText(runner, now),
    },
    {
      key: "expected",
      heading: safety.expectedAt,
      folds: "small",
      width: "13rem",
      cell: (runner) => <Fitted text={expectedText(runner)} />,
    },
    {
      key: "overdue",
      heading: safety.overdue,
      align: "end",
      width: "7rem",
      narrow: "5rem",
      cell: ({ overdue }) => overdue > 0 && <b className={styles.late}>{elapsed(overdue)}</b>,
    },
    ...(printing
      ? [
          {
            key: "found",
            heading: safety.found,
            width: "4.5rem",
            cell: () => <span className={styles.box} />,
          } satisfies Column<OutThere>,
        ]
      : []),
  ];
}

function Name({
  runner,
  now,
  pathOf,
}: {
  runner: OutThere;
  now: number;
  pathOf: (bib: string) => string;
}) {
  const { row } = runner.line;
  const unseen = unseenText(runner, now);
  const expected = expectedText(runner);
  return (
    <>
      <RaceLink to={pathOf(row.bib)}>{displayName(row)}</RaceLink>
      <SmallFold
        words={[bibBeside(row), unseen === "" ? "" : words.safety.unseenFor(unseen), expected]}
      />
    </>
  );
}

function seenText({ seen, isRead, readAt }: OutThere): string {
  return placeAndTime(seen.segment, seen.localTime, isRead ? seen.localTime : readAt);
}

function expectedText({ expected, readAt }: OutThere): string {
  return expected === null ? "" : placeAndTime(expected.name, expected.local, readAt);
}

function placeAndTime(place: string, local: string, readAt: string): string {
  const time = shortLocalTime(local, readAt);
  return time === "" ? text.point(place) : words.safety.at(place, time);
}

function unseenText({ seenAt }: OutThere, now: number): string {
  return seenAt === null || seenAt > now ? "" : elapsed(Math.floor((now - seenAt) / 60_000));
}
