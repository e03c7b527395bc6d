/** Where the runners of a board can still be read (pages.md C6 "Dead mats"). */
import { coursePoints } from "./course";
import type { Board } from "./row";
import { FINISH, type Segment } from "./segments";

/**
 * The segments at which runners of a distance can still be read: without those of dead mats, where
 * nobody was `read` though several runners were seen further on. One alone may have been missed
 * where nobody else has come yet. `seen` has the points of each runner.
 */
export function liveSegments<T extends Segment>(
  segments: readonly T[],
  distance: string,
  seen: readonly (readonly string[])[],
  read: ReadonlySet<string> = new Set(seen.flat()),
): T[] {
  const points = coursePoints(segments, distance, read);
  const [, second = -1] = seen
    .map((names) => points.findLastIndex(({ name }) => names.includes(name)))
    .toSorted((a, b) => b - a);
  const dead = points.filter((point, index) => index < second && !point.read);
  return segments.filter(({ name }) => !dead.some((point) => point.name === name));
}

/** The segments of a board's distance without those of dead mats. */
export function liveSegmentsOf<T extends Segment>(
  { distance, lines, passages }: Board,
  segments: readonly T[],
): T[] {
  const seen = lines.map(({ row, state }) =>
    state === "finished" ? [FINISH] : state === "started" ? [row.segment] : [],
  );
  return liveSegments(segments, distance, seen, new Set([...passages.keys(), ...seen.flat()]));
}
