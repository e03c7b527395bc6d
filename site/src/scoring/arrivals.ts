/** Who comes in next and who just came in, for an announcer (pages.md C23). */
import { bibKey, compareBibKeys } from "../format/bib";
import { chipMs, clockMs } from "../format/time";
import { coursePoints } from "./course";
import { liveSegmentsOf } from "./live-segments";
import { finishersOf } from "./result-order";
import type { Board, EventType, Line } from "./row";
import { FINISH, type Segment } from "./segments";

/** A runner between the last point and the finish. */
export interface Coming {
  line: Line;
  /**
   * The race clock at the finish if the pace holds, in milliseconds; null when the remaining
   * distance is not known.
   */
  expected: number | null;
  /**
   * Whether they were expected more than {@link OVERDUE_MS} ago, by the clock of the last finisher.
   */
  overdue: boolean;
}

/** What an announcer reads of one distance. */
export interface Arrivals {
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

/** The arrivals of one distance. */
export function arrivals(
  board: Board,
  segments: readonly Segment[],
  eventType: EventType,
): Arrivals {
  const { lines } = board;
  const finishers = finishersOf(lines);
  const now = finishers.reduce(
    (latest, { result }) => Math.max(latest, clockMs(result)),
    -Infinity,
  );
  const point = eventType === "distance" ? lastPoint(segments, board) : null;
  const coming = lines
    .filter(({ row, state }) => state === "started" && row.segment === point?.name)
    .map((line): Coming => {
      const expected =
        point?.share === undefined
          ? null
          : clockMs(line.row) + chipMs(line.row) * (1 / point.share - 1);
      return { line, expected, overdue: expected !== null && expected + OVERDUE_MS < now };
    });
  return {
    point: point?.name ?? null,
    coming: ordered(coming, (a, b) => Number(a.overdue) - Number(b.overdue) || dueAt(a) - dueAt(b)),
    finished: ordered(finishers, (a, b) => clockMs(b.result) - clockMs(a.result)).map(
      ({ line }) => line,
    ),
  };
}

function dueAt({ line, expected }: Coming): number {
  return expected ?? clockMs(line.row);
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
