/**
 * The standing of a timed race: laps, distance so far, and projected laps (pages.md C24 "Timed
 * race").
 */
import { clockMs } from "../format/time";
import { courseOf } from "./course";
import { durationOf, endsLate, ownMs } from "./duration";
import type { Board, Line } from "./row";
import type { Segment } from "./segments";

export interface TimedRunner {
  line: Line;
  laps: number;
  /**
   * Length of all laps in the unit of {@link TimedRace}; null if the length of a lap is unknown.
   */
  way: number | null;
  /** Mean time of a lap in milliseconds since the own start, including all rests. */
  average: number;
  /**
   * Laps at the end of the race if the average holds; null if the end is unknown.
   */
  projected: number | null;
  /** Whether the last lap ended after the hours in the distance's name. */
  late: boolean;
}

interface TimedRace {
  /** By the uploaded place; those without one by laps, then clock time, then as listed. */
  runners: TimedRunner[];
  laps: number;
  /** Unit of the lap's length; "" if unknown. */
  unit: string;
}

/** A covered distance, which a file may have in place of laps (api.md 4.17). */
const COVERED = /^\d+(?:\.\d+)? (?:mi|km)$/;

/**
 * The race at its last read: the rows contain no later time, and the viewer's clock does not know
 * how late they arrive.
 */
export function timedRace({ distance, lines }: Board, segments: readonly Segment[]): TimedRace {
  const lap = lapOf(segments, distance);
  const end = durationOf(distance);
  const ran = lines.flatMap((line) => {
    const last = line.result;
    return last === null || last.occurrence < 1 || clockMs(last) <= 0 || COVERED.test(last.segment)
      ? []
      : [
          {
            line,
            laps: last.occurrence,
            clock: clockMs(last),
            own: ownMs(last),
            late: endsLate(last, distance),
          },
        ];
  });
  const now = Math.max(0, ...ran.map(({ clock }) => clock));
  const ordered = ran.toSorted(
    (a, b) => placeOf(a.line) - placeOf(b.line) || b.laps - a.laps || a.clock - b.clock,
  );
  const runners = ordered.map(({ line, laps, clock, own, late }): TimedRunner => {
    const average = own / laps;
    // A runner who is late for a lap by their average comes in now at the earliest.
    const since = Math.max(own, now - (clock - own) - average);
    const projected = end === null ? null : laps + Math.floor(Math.max(0, end - since) / average);
    const way = lap === null ? null : laps * lap.distanceValue;
    return { line, laps, way, average, projected, late };
  });
  return {
    runners,
    laps: runners.reduce((sum, { laps }) => sum + laps, 0),
    unit: lap?.distanceUnit ?? "",
  };
}

/** The uploaded place, which may count a part of a lap that no row tells. */
function placeOf({ row }: Line): number {
  return row.ranking >= 1 ? row.ranking : Number.MAX_SAFE_INTEGER;
}

/** The lap: the only known length of the course, or the longest, of which the others are parts. */
function lapOf(segments: readonly Segment[], distance: string): Segment | null {
  return (
    [...courseOf(segments, distance).values()].toSorted(
      (a, b) => b.distanceValue - a.distanceValue,
    )[0] ?? null
  );
}
