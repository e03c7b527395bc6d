/** Estimates for a runner who is still on course (pages.md C6 "On-course block"). */
import { readWrittenTime, writeLocal } from "../format/date";
import { NO_PACE, pace, type Pace, withoutNoise } from "../format/pace";
import { formatTime } from "../format/time";
import { compareAlong, courseOf, distanceIn } from "./course";
import { splitPerson } from "./person-split";
import type { Row } from "./row";
import { FINISH, type Segment } from "./segments";

/** A moment of the race. */
interface Moment {
  /** Chip time in whole seconds. */
  chipSeconds: number;
  /** The chip time as text, without tenths. */
  chip: string;
  /** Local time "YYYY-MM-DDTHH:MM:SS" with the offset of the read; "" when unknown. */
  local: string;
}

export interface Expected extends Moment {
  name: string;
  /** Whole seconds from the latest read to that point at the current pace. */
  steady: number;
  /** The range of times, if there are enough other runners to tell (field-estimates.ts). */
  range?: readonly [Moment, Moment];
}

/** The on-course block below its heading. */
export interface Estimates {
  lastSeen: string;
  current: Pace;
  overall: Pace;
  /** The next location; null when it is the finish or there is none. */
  next: Expected | null;
  finish: Expected | null;
}

/**
 * The latest course read of a runner who is on course in a distance event; null for anybody else.
 */
export function latestRead(rows: readonly Row[]): Row | null {
  const { finish, table } = splitPerson("distance", rows);
  return finish === null ? (table.at(-1) ?? null) : null;
}

/**
 * Estimates from all rows of one runner of a distance event; null when there is nothing to estimate
 * from.
 */
export function estimates(
  segments: readonly Segment[],
  rows: readonly Row[],
  distance: string,
): Estimates | null {
  const latest = latestRead(rows);
  const course = courseOf(segments, distance);
  const here = latest === null ? undefined : course.get(latest.segment);
  if (latest === null || here === undefined || here.name === FINISH) return null;
  const overall = pace(latest.chipSeconds, here.distanceValue, here.distanceUnit);
  if (overall.seconds === null) return null;
  const { table, start } = splitPerson("distance", rows);
  const previous = table.at(-2) ?? start;
  const since = currentPace(course, latest, previous, here);
  const current = since.seconds === null ? overall : since;
  const currentSeconds = current.seconds ?? overall.seconds;
  const slowDown = currentSeconds - overall.seconds;
  const usedPace = slowDown < 0 ? currentSeconds : currentSeconds + slowDown;
  const ahead = [...course.values()]
    .filter((segment) => isBeyond(segment, here))
    .toSorted(compareAlong(here));
  const expect = (target: Segment | undefined) =>
    (target && expectedAt(target, latest, here, usedPace, currentSeconds)) ?? null;
  return {
    lastSeen: latest.segment,
    current,
    overall,
    next: ahead[0]?.name === FINISH ? null : expect(ahead[0]),
    finish: expect(ahead.find((segment) => segment.name === FINISH)),
  };
}

/**
 * Pace since the previous read (if there is only one read, since the start), if its segment is
 * known and lies before, and it was earlier; none otherwise.
 */
function currentPace(
  course: Map<string, Segment>,
  latest: Row,
  previous: Row | null,
  here: Segment,
): Pace {
  const there = previous === null ? undefined : course.get(previous.segment);
  const value = there && distanceIn(here, there);
  if (previous === null || value === undefined || value === null) return NO_PACE;
  return pace(latest.seconds - previous.seconds, here.distanceValue - value, here.distanceUnit);
}

function isBeyond(segment: Segment, here: Segment): boolean {
  return (distanceIn(here, segment) ?? 0) > here.distanceValue;
}

function expectedAt(
  target: Segment,
  latest: Row,
  here: Segment,
  usedPace: number,
  currentSeconds: number,
): Expected {
  const distance = (distanceIn(here, target) ?? 0) - here.distanceValue;
  const at = (secondsEach: number) => Math.floor(withoutNoise(secondsEach * distance) + 0.5);
  return { name: target.name, steady: at(currentSeconds), ...momentAfter(latest, at(usedPace)) };
}

/** The moment this many whole seconds after a read. */
export function momentAfter({ chipSeconds, localTime }: Row, seconds: number): Moment {
  const chip = chipSeconds + seconds;
  return {
    chipSeconds: chip,
    chip: formatTime(chip, 0, false),
    local: localAfter(localTime, seconds),
  };
}

/**
 * A local time plus seconds, in its own offset and without the fraction; "" when it cannot be read.
 */
function localAfter(localTime: string, seconds: number): string {
  const time = readWrittenTime(localTime);
  if (time === null || time.offset === "") return "";
  return writeLocal(time.local + seconds * 1000) + time.offset;
}
