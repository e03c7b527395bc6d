/** A runner's stretches between the timing points of a distance event (pages.md C6 "Tables"). */
import { hasPlace } from "../format/place";
import { NO_PACE, type Pace, pace, withoutNoise } from "../format/pace";
import { chipMs } from "../format/time";
import { courseOf, distanceIn } from "./course";
import type { Row } from "./row";
import type { Segment } from "./segments";

/** The stretch that ends at a passage, from the passage before or from the start. */
export interface Stretch {
  row: Row;
  /**
   * Chip time of the stretch in milliseconds; null when the passage before it is later by chip
   * time.
   */
  ms: number | null;
  /** Pace over the stretch; none if its length is unknown. */
  pace: Pace;
  /** Length of the stretch in the unit of the pace; 0 or less if unknown. */
  length: number;
  /** Unit of `length` and `end`; "" if unknown. */
  unit: string;
  /** Distance of the passage from the start, in the unit of the pace; null if unknown. */
  end: number | null;
  /**
   * Overall places gained since the passage before, negative if lost; null when either has no
   * place.
   */
  gained: number | null;
}

/** The stretches that end at each of `passages`, which are in order of clock time. */
export function stretches(
  segments: readonly Segment[],
  distance: string,
  passages: readonly Row[],
): Stretch[] {
  const course = courseOf(segments, distance);
  return passages.map((row, index) => stretch(course, passages[index - 1] ?? null, row));
}

function stretch(course: ReadonlyMap<string, Segment>, before: Row | null, row: Row): Stretch {
  const ms = chipMs(row) - (before === null ? 0 : chipMs(before));
  const here = course.get(row.segment);
  const there = before === null ? undefined : course.get(before.segment);
  const begin = before === null ? 0 : here && there ? distanceIn(here, there) : null;
  const length = here === undefined || begin === null ? 0 : here.distanceValue - begin;
  const placed = before !== null && hasPlace(before) && hasPlace(row);
  return {
    row,
    ms: ms < 0 ? null : ms,
    pace:
      here !== undefined && ms > 0 && length > 0
        ? pace(ms / 1000, length, here.distanceUnit)
        : NO_PACE,
    length: withoutNoise(length),
    unit: here?.distanceUnit ?? "",
    end: here?.distanceValue ?? null,
    gained: placed ? before.ranking - row.ranking : null,
  };
}
