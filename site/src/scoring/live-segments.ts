/** Where the runners of a board can still be read (pages.md C6 "Dead mats"). */
import { coursePoints } from "./course";
import type { Board } from "./row";
import { FINISH, type Segment } from "./segments";

/** With fewer runners further on, a mat that missed some of them is not hardly read. */
const SEVERAL = 4;

/**
 * The segments at which runners of a distance can still be read: without those of dead mats, where
 * nobody was `read` though several runners were seen further on. One alone may have been missed
 * where nobody else has come yet. `seen` has the points of each runner, the last one at least;
 * `whole` has all points of some. Where most of these were missed, the mat is dead, too.
 */
export function liveSegments<T extends Segment>(
  segments: readonly T[],
  distance: string,
  seen: readonly (readonly string[])[],
  read: ReadonlySet<string> = new Set(seen.flat()),
  whole = seen,
): T[] {
  const points = coursePoints(segments, distance, read);
  const [, second = -1] = seen
    .map((names) => points.findLastIndex(({ name }) => names.includes(name)))
    .toSorted((a, b) => b - a);
  const isHardlyRead = (name: string, index: number) => {
    const after = points.slice(index + 1);
    const later = whole.filter((names) => after.some((point) => names.includes(point.name)));
    const missed = later.filter((names) => !names.includes(name));
    return later.length >= SEVERAL && missed.length * 2 > later.length;
  };
  const dead = points.filter(
    ({ name, read: isRead }, index) => (index < second && !isRead) || isHardlyRead(name, index),
  );
  return segments.filter(({ name }) => !dead.some((point) => point.name === name));
}

/**
 * The segments of a board's distance without those of dead mats. `whole` has all points of the
 * runners whose rows are known.
 */
export function liveSegmentsOf<T extends Segment>(
  { distance, lines, passages }: Board,
  segments: readonly T[],
  whole: readonly (readonly string[])[] = [],
): T[] {
  const seen = lines.map(({ row, state }) =>
    state === "finished" ? [FINISH] : state === "started" ? [row.segment] : [],
  );
  return liveSegments(
    segments,
    distance,
    seen,
    new Set([...passages.keys(), ...seen.flat()]),
    whole,
  );
}
