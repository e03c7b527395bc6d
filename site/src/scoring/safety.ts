/**
 * Who is still on course (pages.md C5 "Safety view"): per timing point and one by one, those not
 * seen for the longest time first.
 */
import { compareBibs } from "../format/bib";
import { instantOf, readWrittenTime, writeLocal } from "../format/date";
import { chipMs, clockMs } from "../format/time";
import { type CoursePoint, coursePoints } from "./course";
import { type Estimates, type Expected, latestRead, momentAfter } from "./estimates";
import { type FieldRows, liveEstimates, STOP } from "./field-estimates";
import { gunOf } from "./gun";
import type { DeadMat } from "./live-segments";
import type { Line, Row } from "./row";
import { rowKind } from "./row-kind";
import type { Segment } from "./segments";
import { isPast } from "./sighting";

/** A runner on course. */
export interface OutThere {
  line: Line;
  /** The last read: at a timing point, or the start. Its local time is "" if unknown. */
  seen: Row;
  /** The instant of that read; null if unknown. */
  seenAt: number | null;
  /** The local time of the latest read known, of whomever: by it the clock of the race is told. */
  readAt: string;
  /** Whether the local time seen is that of a read, and not calculated. */
  isRead: boolean;
  /** The next point of the course; null if the course is unknown. */
  next: string | null;
  /**
   * When the runner is expected at the next point or the finish; null where nothing tells.
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
  dead: DeadMat;
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
  /** The local time of the latest read. */
  readAt: string;
}

/** The gun that most rows tell (gun.ts), with the offset of one of them; null if none does. */
export function gunWithOffset(rows: readonly Row[]): Gun | null {
  const at = gunOf(rows);
  const offsets = rows.flatMap(({ localTime }) => readWrittenTime(localTime)?.offset || []);
  return at === null || offsets[0] === undefined
    ? null
    : { at, offset: offsets[0], readAt: freshestRead(rows) };
}

/**
 * The runners on course of a distance event at `now`. `known` returns all rows of a runner, and of
 * others, if they have been read: then the estimate is that of the runner's own page; else it uses
 * the pace since the start, from the line alone, and the gun; of who was read at the start only, the
 * times of the others. Without a gun nobody is expected.
 * `live` are the segments without those of dead mats (live-segments.ts), `read` those and the ones that
 * are hardly read.
 */
export function safetyAt(
  lines: readonly Line[],
  segments: readonly Segment[],
  distance: string,
  gun: Gun | null,
  known: (line: Line) => FieldRows | undefined,
  now: number,
  live: readonly Segment[] = segments,
  read: readonly Segment[] = live,
): Safety {
  const course = coursePoints(segments, distance, new Set());
  const points = course.map(({ name }) => name);
  const ahead = new Set(live.map(({ name }) => name));
  const first = course.find(({ name }) => ahead.has(name));
  const way: Way = {
    nextAfter: (index) => points.find((name, other) => other > index && ahead.has(name)) ?? null,
    indexOf: new Map(points.map((name, index) => [name, index])),
    estimatesOf: (own) => liveEstimates(live, distance, own),
    fromStart:
      first === undefined || gun === null ? null : firstStretch(lines, course, first, now - gun.at),
  };
  const runners = lines
    .filter(({ state }) => state === "started")
    .map((line) => outThere(line, known(line), way, gun, now));
  const reached = lines.flatMap(({ row, state }) =>
    state === "finished"
      ? [points.length]
      : state === "started"
        ? [way.indexOf.get(row.segment) ?? -1]
        : [],
  );
  const counts = points.map((name, index): PointCount => {
    const expected = runners.filter(({ next }) => next === name);
    return {
      name,
      passed: reached.filter((last) => last >= index).length,
      expected: expected.length,
      overdue: expected.filter(({ overdue }) => overdue > 0).length,
      dead: ahead.has(name) ? "" : read.some((point) => point.name === name) ? "hardly" : "nobody",
    };
  });
  return { points: counts, runners: runners.toSorted(longestUnseen) };
}

/** What there is to know of a course to say where somebody is expected. */
interface Way {
  indexOf: ReadonlyMap<string, number>;
  /** The next point behind this position at which runners are read; null behind the last. */
  nextAfter: (index: number) => string | null;
  estimatesOf: (known: FieldRows) => Estimates | null;
  /** From the start to the first point; null where too few have gone on to tell. */
  fromStart: FirstStretch | null;
}

/** How long others took from their start to the first point, in seconds. */
interface FirstStretch {
  name: string;
  fastest: number;
  middle: number;
  /** Whoever took longer has stopped. */
  longest: number;
}

/**
 * Of who was read at the start only no pace is known: the others tell. Those further on count at an
 * even pace. Half of those who have been out for long enough must have gone on: else it is only known
 * of the fastest. `clock` is the race's, in milliseconds.
 */
function firstStretch(
  lines: readonly Line[],
  course: readonly CoursePoint[],
  { name, along }: CoursePoint,
  clock: number,
): FirstStretch | null {
  const shares = new Map(course.map((point) => [point.name, point.along]));
  const gone = lines.flatMap(({ row, state }) => {
    const here =
      state === "finished" ? 1 : state === "started" ? shares.get(row.segment) : undefined;
    return here === undefined || here < along || chipMs(row) <= 0
      ? []
      : [(chipMs(row) / 1000) * (along / here)];
  });
  const times = gone.toSorted((a, b) => a - b);
  const [fastest, slowest] = [times[0], times.at(-1)];
  const usual = times[Math.floor((times.length - 1) / 2)];
  if (fastest === undefined || slowest === undefined || usual === undefined) return null;
  const waiting = lines.filter(
    ({ row, state }) =>
      state === "started" && rowKind(row) === "start" && clock - clockMs(row) > usual * 1000,
  );
  const middle = times[Math.floor((times.length + waiting.length - 1) / 2)];
  return middle === undefined
    ? null
    : { name, fastest, middle, longest: Math.max(slowest, middle * STOP) };
}

function expectedFromStart(start: Row, { name, fastest, middle, longest }: FirstStretch): Expected {
  const after = (seconds: number) => momentAfter(start, Math.round(seconds));
  return {
    name,
    steady: Math.round(middle),
    ...after(middle),
    range: [after(fastest), after(longest)],
  };
}

function outThere(
  line: Line,
  known: FieldRows | undefined,
  { indexOf, nextAfter, estimatesOf, fromStart }: Way,
  gun: Gun | null,
  now: number,
): OutThere {
  const isRead = known !== undefined && known.rows.length > 0;
  const own = isRead ? known : { rows: [withLocalTime(line.row, gun)], field: [] };
  const readAt = gun?.readAt ?? "";
  const { rows } = own;
  const read = latestRead(rows);
  const seen = read ?? rows.find((row) => rowKind(row) === "start") ?? line.row;
  const estimated = read === null ? null : estimatesOf(own);
  const expected =
    read === null
      ? fromStart && expectedFromStart(seen, fromStart)
      : (estimated?.next ?? estimated?.finish ?? null);
  const at = instantOf(expected?.local);
  const index = read === null ? -1 : indexOf.get(read.segment);
  return {
    line,
    seen,
    seenAt: instantOf(seen.localTime),
    readAt: isRead ? freshestRead([seen, { ...seen, localTime: readAt }]) : readAt,
    isRead,
    next: index === undefined ? (expected?.name ?? null) : nextAfter(index),
    expected,
    overdue:
      expected !== null && at !== null && isPast(expected, now)
        ? Math.floor((now - at) / 60_000)
        : 0,
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

/**
 * The local time of the latest read of these: its offset is the one that the race's clock has. ""
 * without a read that has one.
 */
function freshestRead(rows: readonly Row[]): string {
  let [freshest, at] = ["", -Infinity];
  for (const { localTime } of rows) {
    const instant = instantOf(localTime) ?? -Infinity;
    if (instant > at) [freshest, at] = [localTime, instant];
  }
  return freshest;
}
