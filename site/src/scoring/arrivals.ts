/** Who comes in next and who just came in, for an announcer (pages.md C23). */
import { bibKey, compareBibKeys } from "../format/bib";
import { chipMs, clockMs } from "../format/time";
import { compareAlong, courseOf, distanceIn } from "./course";
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
  { distance, lines, passages }: Board,
  segments: readonly Segment[],
  eventType: EventType,
): Arrivals {
  const finishers = finishersOf(lines);
  const now = finishers.reduce(
    (latest, { result }) => Math.max(latest, clockMs(result)),
    -Infinity,
  );
  const point = eventType === "distance" ? lastPoint(segments, distance, passages) : null;
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
 * The point nearest to the finish, and its share of the course; found by the first passages where
 * the course is not known.
 */
function lastPoint(
  segments: readonly Segment[],
  distance: string,
  passages: ReadonlyMap<string, number>,
): { name: string; share?: number } | null {
  const course = courseOf(segments, distance);
  const finish = course.get(FINISH);
  if (finish !== undefined) {
    const along = [...course.values()].toSorted(compareAlong(finish));
    const before = along.findLast((segment) =>
      isBefore(distanceIn(finish, segment), finish.distanceValue),
    );
    return before === undefined
      ? null
      : { name: before.name, share: (distanceIn(finish, before) ?? 0) / finish.distanceValue };
  }
  const passed = [...passages]
    .filter(([name]) => name !== FINISH)
    .toSorted(([, a], [, b]) => b - a);
  return passed[0] === undefined ? null : { name: passed[0][0] };
}

function isBefore(along: number | null, finish: number): boolean {
  return along !== null && along > 0 && along < finish;
}
