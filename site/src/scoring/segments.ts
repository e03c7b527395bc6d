/** The timing points of a course, and the one that a name means. */

export interface Segment {
  name: string;
  /** Distance from the start in `distanceUnit`; known when above 0. */
  distanceValue: number;
  distanceUnit: string;
  /** The distance it belongs to; "" for every distance. */
  distanceName: string;
}

/** Name of the segment that ends a course. */
export const FINISH = "Finish";

/**
 * The segment of a distance with this name: the distance's own, else one for every distance
 * (pages.md C6); null without one.
 */
export function segmentNamed<T extends Pick<Segment, "name" | "distanceName">>(
  segments: readonly T[],
  name: string,
  distance: string,
): T | null {
  const named = segments.filter((segment) => segment.name === name);
  const of = (owner: string) => named.find(({ distanceName }) => distanceName === owner);
  return of(distance) ?? of("") ?? null;
}
