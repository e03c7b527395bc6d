/** Where the runners of a board can still be read (pages.md C6 "Dead mats"). */
import { clockMs } from "../format/time";
import { type CoursePoint, coursePoints } from "./course";
import type { Board, Row } from "./row";
import { FINISH, type Segment } from "./segments";

/**
 * Whether a mat is dead, so that nobody is expected there: it has read nobody of those who went on,
 * or hardly anybody; "" if it is not.
 */
export type DeadMat = "" | "nobody" | "hardly";

/** A point of a runner's own course. */
export interface RunnerPoint extends CoursePoint {
  dead: DeadMat;
}

/** With fewer runners further on, a mat that missed some of them is not hardly read. */
const SEVERAL = 4;

/**
 * The segments at which runners of a distance can still be read: without those of dead mats, where
 * nobody was `read` though several runners were seen further on. One alone may have been missed
 * where nobody else has come yet. `whole` has all rows of some runners. Where most of these were
 * missed, or of the last who went on, the mat is dead, too. `seen` has the points of each runner,
 * the last one at least.
 */
export function liveSegments<T extends Segment>(
  segments: readonly T[],
  distance: string,
  whole: readonly (readonly Row[])[],
  seen: readonly (readonly string[])[] = whole.map((rows) => rows.map(({ segment }) => segment)),
  read: ReadonlySet<string> = new Set(seen.flat()),
): T[] {
  const points = coursePoints(segments, distance, read);
  const [, second = -1] = seen
    .map((names) => points.findLastIndex(({ name }) => names.includes(name)))
    .toSorted((a, b) => b - a);
  const isHardlyRead = (name: string, index: number) => {
    const after = new Set(points.slice(index + 1).map((point) => point.name));
    const missed = whole
      .map((rows) => ({
        at: Math.min(...rows.filter(({ segment }) => after.has(segment)).map(clockMs)),
        missed: rows.every(({ segment }) => segment !== name),
      }))
      .filter(({ at }) => at < Infinity)
      .toSorted((a, b) => a.at - b.at)
      .map((later) => later.missed);
    return areMost(missed) || areMost(missed.slice(-SEVERAL));
  };
  const dead = points.filter(
    ({ name, read: isRead }, index) => (index < second && !isRead) || isHardlyRead(name, index),
  );
  return segments.filter(({ name }) => !dead.some((point) => point.name === name));
}

function areMost(missed: readonly boolean[]): boolean {
  return missed.length >= SEVERAL && missed.filter(Boolean).length * 2 > missed.length;
}

/**
 * The segments of a board's distance without those of dead mats. `whole` has all rows of the
 * runners of whom they are known.
 */
export function liveSegmentsOf<T extends Segment>(
  { distance, lines, passages }: Board,
  segments: readonly T[],
  whole: readonly (readonly Row[])[] = [],
): T[] {
  const seen = lines.map(({ row, state }) =>
    state === "finished" ? [FINISH] : state === "started" ? [row.segment] : [],
  );
  return liveSegments(
    segments,
    distance,
    whole,
    seen,
    new Set([...passages.keys(), ...seen.flat()]),
  );
}

/** The points of a runner's own course, the dead ones as these `rows` and those of others tell. */
export function runnerPoints(
  segments: readonly Segment[],
  distance: string,
  rows: readonly Row[],
  field: readonly (readonly Row[])[],
): RunnerPoint[] {
  const own = new Set(rows.map(({ segment }) => segment));
  const whole = [rows, ...field];
  const anybody = new Set(whole.flat().map(({ segment }) => segment));
  const live = new Set(liveSegments(segments, distance, whole).map(({ name }) => name));
  return coursePoints(segments, distance, own).map((point) =>
    Object.assign(point, {
      dead: live.has(point.name) ? "" : anybody.has(point.name) ? "hardly" : "nobody",
    } as const),
  );
}
