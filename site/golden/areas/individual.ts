/** Section "Individual page". */
import { isMapLink } from "../../src/checks/map-link";
import { lapLabel } from "../../src/scoring/cells";
import { estimates, type Expected } from "../../src/scoring/estimates";
import { liveEstimates } from "../../src/scoring/field-estimates";
import { backyardLaps, laps } from "../../src/scoring/laps";
import { type RunnerPoint, runnerPoints } from "../../src/scoring/live-segments";
import { splitPerson } from "../../src/scoring/person-split";
import { eventTypeOf } from "../../src/scoring/row";
import type { Segment } from "../../src/scoring/segments";
import { isPast } from "../../src/scoring/sighting";
import { instantOf } from "../../src/format/date";
import { type Area, direct, each } from "../area";
import { type WireRow, wireRows } from "../wire";

interface OnCourseInput {
  segments: {
    name: string;
    distance_value?: number;
    distance_unit?: string;
    distance_name?: string;
  }[];
  rows: WireRow[];
  distance?: string;
}

function segmentsOf({ segments }: OnCourseInput): Segment[] {
  return segments.map((segment) => ({
    name: segment.name,
    distanceValue: segment.distance_value ?? 0,
    distanceUnit: segment.distance_unit ?? "",
    distanceName: segment.distance_name ?? "",
  }));
}

export const INDIVIDUAL: Record<string, Area> = {
  "course-list": direct((input: OnCourseInput & { field?: WireRow[][] }) => {
    const { distance = "", field = [] } = input;
    return runnerPoints(segmentsOf(input), distance, wireRows(input.rows), field.map(wireRows)).map(
      (point) => [point.name, wordOf(point)],
    );
  }),
  estimates: direct((input: OnCourseInput) => {
    const answer = estimates(segmentsOf(input), wireRows(input.rows), input.distance ?? "");
    return (
      answer && {
        last_seen: answer.lastSeen,
        current_pace: answer.current.text,
        current_alt: answer.current.alt,
        overall_pace: answer.overall.text,
        overall_alt: answer.overall.alt,
        next: answer.next && { name: answer.next.name, ...when(answer.next) },
        finish: answer.finish && when(answer.finish),
      }
    );
  }),
  "live-estimates": direct((input: OnCourseInput & { field: WireRow[][] }) => {
    const { distance = "" } = input;
    const known = { rows: wireRows(input.rows), field: input.field.map(wireRows) };
    const answer = liveEstimates(segmentsOf(input), distance, known);
    const expected = answer && [answer.next, answer.finish].filter((one) => one !== null);
    return expected && expected.map((one) => [one.name].concat(timesOf(one)));
  }),
  "person-split": direct((input: { event_type?: string; rows: WireRow[] }) => {
    const eventType = eventTypeOf(input.event_type ?? "");
    const { start, finish, table } = splitPerson(eventType, wireRows(input.rows));
    return {
      start: start !== null,
      finish: finish && {
        segment: finish.segment,
        occurence: finish.occurrence,
        type: finish.type,
      },
      table: table.map((row) => lapLabel(eventType, row)),
    };
  }),
  laps: direct((rows: WireRow[]) =>
    laps(wireRows(rows)).map(({ label, lapTime, totalTime }) => [label, lapTime, totalTime]),
  ),
  "backyard-laps": direct((rows: WireRow[]) =>
    backyardLaps(wireRows(rows)).map(({ label, elapsed, cumulative, loopTime }) => [
      label,
      elapsed,
      cumulative,
      loopTime,
    ]),
  ),
  "map-link": each(isMapLink),
};

function wordOf({ passed, read, dead }: RunnerPoint): string {
  if (passed) return read ? "passed" : "passed, not read";
  return { "": "to come", nobody: "not read", hardly: "hardly read" }[dead];
}

/** The time, or the two of the range, and the minute from which the runner is overdue. */
function timesOf(expected: Expected): string[] {
  const { local, range } = expected;
  const times = range === undefined ? [local] : range.map((one) => one.local);
  const last = instantOf(times.at(-1)) ?? 0;
  const overdue = [0, 1, 2].find((minutes) => isPast(expected, last + minutes * 60_000));
  return [...times, `overdue after ${overdue} min`];
}

function when({ chip, local }: Expected): { chip: string; local: string } {
  return { chip, local };
}
