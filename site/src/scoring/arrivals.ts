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
   * Whether they were expected more than {@link OVERDUE_MS} ago, by the clock of the last finisher.
   */
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

/**
 * The arrivals of one distance. `guns` are when the clock of each runner began, by bib, where waves
 * have a gun each (gun.ts).
 */
export function arrivals(
  board: Board,
  segments: readonly Segment[],
  eventType: EventType,
  ways: Ways = () => undefined,
  guns: ReadonlyMap<string, number> = new Map(),
): Arrivals {
  const { lines } = board;
  const first = Math.min(...guns.values());
  // On one clock for all: a runner whose gun no read tells is asked for, as if of the first wave.
  const moment = ({ row }: Line, clock: number) =>
    guns.size === 0 ? clock : (guns.get(row.bib) ?? first) + clock;
  const inAt = ({ line, result }: Finisher) => moment(line, clockMs(result));
  const finishers = finishersOf(lines);
  const now = finishers.reduce((latest, finisher) => Math.max(latest, inAt(finisher)), -Infinity);
  const point = eventType === "distance" ? lastPoint(segments, board) : null;
  const coming = lines
    .filter(({ row, state }) => state === "started" && row.segment === point?.name)
    .map((line): Coming => {
      const even =
        point?.share === undefined
          ? null
          : clockMs(line.row) + chipMs(line.row) * (1 / point.share - 1);
      const { expected, due } = ofOwnWay(segments, line.row, ways(line)) ?? {
        expected: even,
        due: even !== null && guns.has(line.row.bib) ? moment(line, even) : null,
      };
      const overdue = expected !== null && moment(line, expected) + OVERDUE_MS < now;
      return { line, expected, due, overdue };
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
): Pick<Coming, "expected" | "due"> | null {
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
 * The row that a runner would have who comes in as expected: the places among those who are in, and
 * those who are expected before.
 */
export function rowIfExpected(
  { line: { row }, expected }: Coming,
  { coming, finished }: Arrivals,
  rankingType: string,
): Row | null {
  if (expected === null) return null;
  const basis = basisOf(rankingType);
  const lead = (of: Row, clock: number) =>
    basis === "chip" ? clock - clockMs(of) + chipMs(of) : clock;
  const own = lead(row, expected);
  const ahead = [
    ...finished.flatMap(({ result }) =>
      result !== null && (basis === "chip" ? chipMs(result) : clockMs(result)) <= own
        ? [result]
        : [],
    ),
    ...coming.flatMap((other) =>
      other.line.row !== row &&
      other.expected !== null &&
      !other.overdue &&
      lead(other.line.row, other.expected) < own
        ? [other.line.row]
        : [],
    ),
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
