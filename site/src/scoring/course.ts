/** The timing points of one distance's course, in order (pages.md C6). */
import { compareText } from "../format/text";
import { FINISH, type Segment, segmentNamed } from "./segments";

const METRES: ReadonlyMap<string, number> = new Map([
  ["mi", 1609.344],
  ["km", 1000],
  ["m", 1],
  ["yd", 0.9144],
  ["ft", 0.3048],
]);

/**
 * The known segments of a distance by name: those with a length above 0 that belong to it or to
 * every distance.
 */
export function courseOf(segments: readonly Segment[], distance: string): Map<string, Segment> {
  const known = segments.filter((segment) => segment.distanceValue > 0);
  const named = known
    .map(({ name }) => segmentNamed(known, name, distance))
    .filter((segment) => segment !== null);
  return new Map(named.map((segment) => [segment.name, segment]));
}

/**
 * How far a segment is from the start in the unit of `here`; null when the units cannot be
 * compared.
 */
export function distanceIn(here: Segment, segment: Segment): number | null {
  if (segment.distanceUnit === here.distanceUnit) return segment.distanceValue;
  const from = METRES.get(segment.distanceUnit);
  const to = METRES.get(here.distanceUnit);
  return from === undefined || to === undefined ? null : (segment.distanceValue * from) / to;
}

/**
 * Order along the course as seen from `here`, nearest to the start first; among several at the same
 * distance "Finish" comes first, then by name.
 */
export function compareAlong(here: Segment): (a: Segment, b: Segment) => number {
  return (a, b) =>
    (distanceIn(here, a) ?? 0) - (distanceIn(here, b) ?? 0) ||
    Number(b.name === FINISH) - Number(a.name === FINISH) ||
    compareText(a.name, b.name);
}

/** A timing point of the course bar. */
export interface CoursePoint {
  name: string;
  /** How far along the course, 0 at the start to 1 at the finish. */
  along: number;
  /** Whether the runner was read there or further on: a mat that misses somebody was run over. */
  passed: boolean;
  read: boolean;
}

/**
 * The points between start and finish and the finish itself, in order, for a runner who was `read`
 * at these; empty when the distance to the finish is not known.
 */
export function coursePoints(
  segments: readonly Segment[],
  distance: string,
  read: ReadonlySet<string>,
): CoursePoint[] {
  const course = courseOf(segments, distance);
  const finish = course.get(FINISH);
  if (finish === undefined) return [];
  const points = [...course.values()]
    .toSorted(compareAlong(finish))
    .map((segment) => ({
      name: segment.name,
      along: (distanceIn(finish, segment) ?? 0) / finish.distanceValue,
      read: read.has(segment.name),
    }))
    .filter(({ name, along }) => along > 0 && (along < 1 || name === FINISH));
  const furthest = points.findLast((point) => point.read)?.along ?? 0;
  return points.map((point) => Object.assign(point, { passed: point.along <= furthest }));
}
