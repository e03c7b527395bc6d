/**
 * Who is still on course (pages.md C5 "Safety view"): per timing point and one by one, those not
 * seen for the longest time first.
 */
import { compareBibs } from "../format/bib";
import { instantOf, readWrittenTime, writeLocal } from "../format/date";
import { clockMs } from "../format/time";
import { coursePoints } from "./course";
import { type Estimates, type Expected, latestRead } from "./estimates";
import { type FieldRows, liveEstimates } from "./field-estimates";
import type { Line, Row } from "./row";
import { rowKind } from "./row-kind";
import type { Segment } from "./segments";
import { sightingAt } from "./sighting";

/** A runner on course. */
export interface OutThere {
  line: Line;
  /** The last read: at a timing point, or the start. Its local time is "" if unknown. */
  seen: Row;
  /** The instant of that read; null if unknown. */
  seenAt: number | null;
  /** The next point of the course; null if the course is unknown. */
  next: string | null;
  /**
   * When the runner is expected at the next point or the finish; null without a read to estimate
   * from.
   */
  expected: Expected | null;
  /** Whole minutes since the expected time; 0 until then. */
  overdue: number;
}

export interface PointCount {
  name: string;
  /** Number of runners seen there or further on; those who stopped are not counted. */
  passed: number;
  /** Number of runners on course whose next point this is. */
  expected: number;
  overdue: number;
  /** Whether its mat is dead, so that nobody is expected there. */
  dead: boolean;
}

/** The whole distance at one moment. */
export interface Safety {
  points: PointCount[];
  runners: OutThere[];
}

/** The gun of a distance, and the offset of its local times. */
interface Gun {
  /** Milliseconds since 1970. */
  at: number;
  /** As written: "-07:00". */
  offset: string;
}

/** The gun according to the first row with a readable local time; null without one. */
export function gunWithOffset(rows: Iterable<Row>): Gun | null {
  for (const row of rows) {
    const kind = rowKind(row);
    const [at, written] = [instantOf(row.localTime), readWrittenTime(row.localTime)];
    if (
      at !== null &&
      written !== null &&
      written.offset !== "" &&
      kind !== "dnf" &&
      kind !== "dns"
    )
      return { at: at - clockMs(row), offset: written.offset };
  }
  return null;
}

/**
 * The runners on course of a distance event at `now`. `known` returns all rows of a runner, and of
 * others, if they have been read: then the estimate is that of the runner's own page; else it uses
 * the pace since the start, from the line alone, and the gun. Without either nobody is expected.
 * `live` are the segments without those of dead mats (live-segments.ts).
 */
export function safetyAt(
  lines: readonly Line[],
  segments: readonly Segment[],
  distance: string,
  gun: Gun | null,
  known: (line: Line) => FieldRows | undefined,
  now: number,
  live: readonly Segment[] = segments,
): Safety {
  const points = coursePoints(segments, distance, new Set()).map(({ name }) => name);
  const ahead = new Set(live.map(({ name }) => name));
  const course: Course = {
    nextAfter: (index) => points.find((name, other) => other > index && ahead.has(name)) ?? null,
    indexOf: new Map(points.map((name, index) => [name, index])),
    estimatesOf: (read) => liveEstimates(live, distance, read),
  };
  const runners = lines
    .filter(({ state }) => state === "started")
    .map((line) => outThere(line, known(line), course, gun, now));
  const reached = lines.flatMap(({ row, state }) =>
    state === "finished"
      ? [points.length]
      : state === "started"
        ? [course.indexOf.get(row.segment) ?? -1]
        : [],
  );
  const counts = points.map((name, index): PointCount => {
    const expected = runners.filter(({ next }) => next === name);
    return {
      name,
      passed: reached.filter((last) => last >= index).length,
      expected: expected.length,
      overdue: expected.filter(({ overdue }) => overdue > 0).length,
      dead: !ahead.has(name),
    };
  });
  return { points: counts, runners: runners.toSorted(longestUnseen) };
}

/** A course, as far as it says where somebody is expected. */
interface Course {
  indexOf: ReadonlyMap<string, number>;
  /** The next point behind this position at which runners are read; null behind the last. */
  nextAfter: (index: number) => string | null;
  estimatesOf: (known: FieldRows) => Estimates | null;
}

function outThere(
  line: Line,
  known: FieldRows | undefined,
  { indexOf, nextAfter, estimatesOf }: Course,
  gun: Gun | null,
  now: number,
): OutThere {
  const own =
    known === undefined || known.rows.length === 0
      ? { rows: [withLocalTime(line.row, gun)], field: [] }
      : known;
  const { rows } = own;
  const read = latestRead(rows);
  const seen = read ?? rows.find((row) => rowKind(row) === "start") ?? line.row;
  const { next: expected, overdue } =
    read === null ? { next: null, overdue: false } : sightingAt(now, read, estimatesOf(own));
  const at = instantOf(expected?.local);
  const index = read === null ? -1 : indexOf.get(read.segment);
  return {
    line,
    seen,
    seenAt: instantOf(seen.localTime),
    next: index === undefined ? (expected?.name ?? null) : nextAfter(index),
    expected,
    overdue: overdue && at !== null ? Math.floor((now - at) / 60_000) : 0,
  };
}

/** A line's row has no local time; it is derived from the gun. */
function withLocalTime(row: Row, gun: Gun | null): Row {
  if (gun === null) return row;
  const instant = gun.at + clockMs(row);
  const minutes = readWrittenTime(`2000-01-01T00:00:00${gun.offset}`)?.offsetMinutes ?? 0;
  return { ...row, localTime: writeLocal(instant + minutes * 60_000) + gun.offset };
}

/** Those seen longest ago first, unknown times last, then by bib. */
function longestUnseen(a: OutThere, b: OutThere): number {
  const [x, y] = [a.seenAt ?? Infinity, b.seenAt ?? Infinity];
  return x === y ? compareBibs(a.line.row.bib, b.line.row.bib) : x - y;
}

/**
 * The runners to ask about first: by the time they are expected, else by when they were last seen;
 * unknown times last.
 */
export function mostDue(runners: readonly OutThere[], count: number): Line[] {
  const due = ({ expected, seenAt }: OutThere) => instantOf(expected?.local) ?? seenAt ?? Infinity;
  return runners
    .toSorted((a, b) => due(a) - due(b))
    .slice(0, count)
    .map(({ line }) => line);
}
