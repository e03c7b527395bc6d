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

/** The reads between which a pace is taken; from the start where `from` is null. */
export interface PacedStretch {
  from: Row | null;
  to: Row;
}

/** The on-course block below its heading. */
export interface Estimates {
  lastSeen: string;
  /** What the current pace is of. */
  behind: PacedStretch;
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
 * Points closer together than one of these shares, of the course or of the way to the next point,
 * are one place, such as the mats at both ends of an aid station: what passes between them is a stop.
 */
const ONE_PLACE = { ofCourse: 1 / 100, ofNext: 1 / 10 };

/**
 * Estimates from all rows of one runner of a distance event; null when there is nothing to estimate
 * from. While the race is `live`, the current pace is that of the last stretch between two places.
 */
export function estimates(
  segments: readonly Segment[],
  rows: readonly Row[],
  distance: string,
  live = false,
): Estimates | null {
  const latest = latestRead(rows);
  const course = courseOf(segments, distance);
  const here = latest === null ? undefined : course.get(latest.segment);
  if (latest === null || here === undefined || here.name === FINISH) return null;
  const overall = pace(latest.chipSeconds, here.distanceValue, here.distanceUnit);
  if (overall.seconds === null) return null;
  const { table, start } = splitPerson("distance", rows);
  const ahead = [...course.values()]
    .filter((segment) => isBeyond(segment, here))
    .toSorted(compareAlong(here));
  const along = ({ segment }: Row) => {
    const point = course.get(segment);
    return point === undefined ? null : distanceIn(here, point);
  };
  const behind = live
    ? betweenPlaces(table, latest, along, placeLength(course, here, ahead[0]))
    : { from: table.at(-2) ?? start, to: latest };
  const since = currentPace(behind, along, here.distanceUnit);
  const current = since.seconds === null ? overall : since;
  const currentSeconds = current.seconds ?? overall.seconds;
  const slowDown = currentSeconds - overall.seconds;
  const usedPace = slowDown < 0 ? currentSeconds : currentSeconds + slowDown;
  const expect = (target: Segment | undefined) =>
    (target && expectedAt(target, latest, here, usedPace, currentSeconds)) ?? null;
  return {
    lastSeen: latest.segment,
    behind,
    current,
    overall,
    next: ahead[0]?.name === FINISH ? null : expect(ahead[0]),
    finish: expect(ahead.find((segment) => segment.name === FINISH)),
  };
}

/** How far a read is from the start, in the unit of the latest; null where that is not known. */
type Along = (row: Row) => number | null;

/** Points closer together than this are one place, in the unit of `here`. */
function placeLength(
  course: ReadonlyMap<string, Segment>,
  here: Segment,
  next: Segment | undefined,
): number {
  const ends = [...course.values()].map((segment) => distanceIn(here, segment) ?? 0);
  const toNext = next === undefined ? 0 : (distanceIn(here, next) ?? 0) - here.distanceValue;
  return Math.max(Math.max(...ends) * ONE_PLACE.ofCourse, toNext * ONE_PLACE.ofNext);
}

/**
 * The last stretch that tells a pace: to the first read at the place where the runner was seen
 * last, from the last read at another place.
 */
function betweenPlaces(
  table: readonly Row[],
  latest: Row,
  along: Along,
  length: number,
): PacedStretch {
  const isElsewhere = (than: Row) => (row: Row) => {
    const [one, other] = [along(row), along(than)];
    return one === null || other === null || withoutNoise(Math.abs(one - other)) >= length;
  };
  const first = table.findLastIndex(isElsewhere(latest)) + 1;
  const to = table[first] ?? latest;
  return { from: table.slice(0, first).findLast(isElsewhere(to)) ?? null, to };
}

/**
 * Pace between the two reads, if the first one's segment is known and lies before, and it was
 * earlier; none otherwise.
 */
function currentPace({ from, to }: PacedStretch, along: Along, unit: string): Pace {
  const [begin, end] = [from === null ? 0 : along(from), along(to)];
  if (begin === null || end === null) return NO_PACE;
  return pace(from === null ? to.chipSeconds : to.seconds - from.seconds, end - begin, unit);
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
