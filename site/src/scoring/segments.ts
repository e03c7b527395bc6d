/** Which segment of a course a name means. */
import type { Segment } from "./estimates";

/** Name of the segment that ends a course. */
export const FINISH = "Finish";

/** The segment of a distance with a name: the distance's own, else one of every distance (pages.md C6); null without one. */
export function segmentNamed<T extends Pick<Segment, "name" | "distanceName">>(
  segments: readonly T[],
  name: string,
  distance: string,
): T | null {
  const named = segments.filter((segment) => segment.name === name);
  const of = (owner: string) => named.find(({ distanceName }) => distanceName === owner);
  return of(distance) ?? of("") ?? null;
}
