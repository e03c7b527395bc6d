/** Who comes in next and who just came in, for an announcer (pages.md C23). */
import { bibKey, compareBibKeys } from "../format/bib";
import { instantOf } from "../format/date";
import { genderOf } from "../format/gender";
import { chipMs, clockMs } from "../format/time";
import { coursePoints } from "./course";
import { type FieldRows, shownEstimates } from "./field-estimates";
import { liveSegmentsOf } from "./live-segments";
import { type Finisher, finishersOf } from "./result-order";
import { rowKind } from "./row-kind";
import { basisOf, type Board, type EventType, type Line, type Row } from "./row";
import { FINISH, type Segment } from "./segments";

/** A runner between the last point and the finish. */
export interface Coming {
  line: Line;
  /**
   * The race clock at the finish, in milliseconds: as on the runner's page where the own rows are
   * known, else at an even pace; null when the remaining distance is not known.
   */
  expected: number | null;
  /** The moment of it, in milliseconds since 1970; null where no read tells the time of day. */
  due: number | null;
  /**
   * The first moment of the race clock at which they can still come in: `expected`, or now for who is
   * late.
   */
  soonest: number | null;
  /** Whether they were expected more than {@link OVERDUE_MS} ago. */
  overdue: boolean;
}

/** The announcer's list of one distance. */
interface Arrivals {
  /** The last point before the finish; null where there is none, as in laps and loops. */
  point: string | null;
  /** The next one first; those who are overdue last. */
  coming: Coming[];
  /** The most recent one first. */
  finished: Line[];
}

/**
 * Runners who are this late have stopped somewhere: they must not displace those who are coming.
 */
const OVERDUE_MS = 10 * 60_000;

/** The rows that estimates of a runner go by; undefined while they are not read. */
type Ways = (line: Line) => FieldRows | undefined;

/** The clocks of a race that is on, as the rows known on the page tell them (gun.ts). */
interface Clocks {
  /** When the first one began, in milliseconds since 1970; null where nothing tells. */
  gun: number | null;
  /** When that of each runner began, by bib, where waves have a gun each. */
  guns: ReadonlyMap<string, number>;
  /** The moment it is; null while the race is not on. */
  now: number | null;
}

const NO_CLOCKS: Clocks = { gun: null, guns: new Map(), now: null };

/** The arrivals of one distance. */
export function arrivals(
  board: Board,
  segments: readonly Segment[],
  eventType: EventType,
  ways: Ways = () => undefined,
  { gun, guns, now }: Clocks = NO_CLOCKS,
): Arrivals {
  const { lines } = board;
  const ownGun = ({ row }: Line) => (guns.size === 0 ? gun : (guns.get(row.bib) ?? null));
  // On one clock for all: a runner whose gun no read tells is asked for, as if of the first wave.
  const moment = (line: Line, clock: number) => (ownGun(line) ?? gun ?? 0) + clock;
  const inAt = ({ line, result }: Finisher) => moment(line, clockMs(result));
  const finishers = finishersOf(lines);
  const lastIn = finishers.reduce((latest, one) => Math.max(latest, inAt(one)), -Infinity);
  // Where nothing tells the clock, it is at least that of the last finisher.
  const clockNow = (line: Line) =>
    (now !== null && ownGun(line) !== null ? now : lastIn) - moment(line, 0);
  const point = eventType === "distance" ? lastPoint(segments, board) : null;
  const coming = lines
    .filter(({ row, state }) => state === "started" && row.segment === point?.name)
    .map((line): Coming => {
      const even =
        point?.share === undefined
          ? null
          : clockMs(line.row) + chipMs(line.row) * (1 / point.share - 1);
      const own = ofOwnWay(segments, line.row, ways(line));
      const expected = own?.expected ?? even;
      const known = expected !== null && ownGun(line) !== null;
      return {
        line,
        expected,
        due: own?.due ?? (known ? moment(line, expected) : null),
        soonest: expected === null ? null : Math.max(expected, clockNow(line)),
        overdue: expected !== null && expected + OVERDUE_MS < clockNow(line),
      };
    });
  const dueAt = ({ line, expected }: Coming) => moment(line, expected ?? clockMs(line.row));
  return {
    point: point?.name ?? null,
    coming: ordered(coming, (a, b) => Number(a.overdue) - Number(b.overdue) || dueAt(a) - dueAt(b)),
    // Who is on the next loop of a backyard has left the finish again.
    finished: ordered(
      finishers.filter(({ line }) => rowKind(line.row) !== "start"),
      (a, b) => inAt(b) - inAt(a),
    ).map(({ line }) => line),
  };
}

/** The estimate of the runner's own page; null where it has none, or is of an earlier read. */
function ofOwnWay(
  segments: readonly Segment[],
  row: Row,
  known: FieldRows | undefined,
): { expected: number; due: number | null } | null {
  const estimates =
    known === undefined ? null : shownEstimates(segments, row.distance, known, true);
  if (!estimates?.finish || estimates.lastSeen !== row.segment) return null;
  const { chipSeconds, local } = estimates.finish;
  return {
    expected: clockMs(row) - chipMs(row) + chipSeconds * 1000,
    due: local === "" ? null : instantOf(local),
  };
}

/**
 * The row that a runner would have who comes in as expected, or now, if that is later: the places
 * among those who are in, and those who come before.
 */
export function rowIfExpected(
  one: Coming,
  { coming, finished }: Arrivals,
  rankingType: string,
): Row | null {
  const basis = basisOf(rankingType);
  const lead = ({ line: { row }, soonest }: Coming) =>
    soonest === null || basis === "clock" ? soonest : soonest - clockMs(row) + chipMs(row);
  const own = lead(one);
  if (own === null) return null;
  const { row } = one.line;
  const at = coming.indexOf(one);
  const ahead = [
    ...finished.flatMap(({ result }) =>
      result !== null && (basis === "chip" ? chipMs(result) : clockMs(result)) <= own
        ? [result]
        : [],
    ),
    ...coming.flatMap((other, index) => {
      const time = other.overdue ? null : lead(other);
      // Who is late could all come in at once: then in the order of the list.
      const isBefore = time !== null && (time < own || (time === own && index < at));
      return isBefore ? [other.line.row] : [];
    }),
  ];
  const { group } = genderOf(row.gender);
  const ofGender = ahead.filter(({ gender }) => genderOf(gender).group === group);
  const ofAge = ofGender.filter(({ ageGroup }) => ageGroup === row.ageGroup);
  return {
    ...row,
    ranking: ahead.length + 1,
    genderRanking: ofGender.length + 1,
    ageRanking: ofAge.length + 1,
  };
}

/** A new list in this order, then by bib. */
function ordered<T extends { line: Line }>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): T[] {
  return items
    .map((item) => ({ item, bib: bibKey(item.line.row.bib) }))
    .toSorted((a, b) => compare(a.item, b.item) || compareBibKeys(a.bib, b.bib))
    .map(({ item }) => item);
}

/**
 * The point nearest to the finish where runners are read, and its share of the course; found by the
 * first passages where the course is not known.
 */
function lastPoint(
  segments: readonly Segment[],
  board: Board,
): { name: string; share?: number } | null {
  const pointsOf = (of: readonly Segment[]) => coursePoints(of, board.distance, new Set());
  const points = pointsOf(segments);
  if (points.length > 0) {
    const before = pointsOf(liveSegmentsOf(board, segments)).at(-2) ?? points.at(-2);
    return before === undefined ? null : { name: before.name, share: before.along };
  }
  const passed = [...board.passages]
    .filter(([name]) => name !== FINISH)
    .toSorted(([, a], [, b]) => b - a);
  return passed[0] === undefined ? null : { name: passed[0][0] };
}
