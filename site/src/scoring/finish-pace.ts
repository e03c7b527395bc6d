/** The pace of a whole race (pages.md C6 "Finish block"). */
import { NO_PACE, type Pace, pace } from "../format/pace";
import type { Row } from "./row";
import { FINISH, type Segment, segmentNamed } from "./segments";

/**
 * Pace of a finish over its distance; none if that is not known. Do not call it for DNF and DNS
 * rows.
 */
export function finishPace(finish: Row, segments: readonly Segment[]): Pace {
  const known = segments.filter(({ distanceValue }) => distanceValue > 0);
  const segment = segmentNamed(known, FINISH, finish.distance);
  return segment === null
    ? NO_PACE
    : pace(finish.chipSeconds, segment.distanceValue, segment.distanceUnit);
}
