/** Where the runners of a board can still be read (pages.md C6 "Dead mats"). */
import { clockMs } from "../format/time";
import { coursePoints } from "./course";
import type { Board, Row } from "./row";
import { FINISH, type Segment } from "./segments";

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
