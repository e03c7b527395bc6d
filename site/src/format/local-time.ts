/**
 * Local times of the race as they are shown (pages.md C6 "On-course block"). The wire has offsets
 * and no time zones: an estimate has the offset of the read that it is made from, which is wrong
 * behind a change of the clock. So who is in the zone of the race, as far as a device can tell, is
 * shown the clock on the wall ({@link onTheWall}), with its offset, since the race may be where
 * clocks are not changed.
 */
import { text } from "../text/text";
import { formatDate, readWrittenTime, type WrittenTime, writeLocal } from "./date";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * "9:29:30 am", preceded by the date when it is not the day of the read, and followed by the zone
 * where the viewer's is another: "9:29:30 am, UTC-07:00". Both times are ISO texts. "" when `local`
 * cannot be read.
 */
export function formatLocalTime(local: string, readAt: string): string {
  const time = wallTime(local);
  return time === null ? "" : `${dayAndTime(time, readAt, { seconds: true })}${zone(time)}`;
}

/** Two times without seconds: "9:29 am to 9:33 am, UTC-07:00". "" when either is unreadable. */
export function formatLocalRange(
  early: string,
  late: string,
  readAt: string,
  join: (early: string, late: string) => string,
): string {
  const [from, to] = [wallTime(early), wallTime(late)];
  return from === null || to === null
    ? ""
    : `${join(dayAndTime(from, readAt), dayAndTime(to, readAt))}${zone(to)}`;
}

function dayAndTime(time: WallTime, readAt: string, { seconds = false } = {}): string {
  const time12 = twelveHours(time.local, { seconds });
  const [day = "", readDay] = [time, wallTime(readAt)].map(
    (at) => at && writeLocal(at.local).split("T")[0],
  );
  return day === readDay ? time12 : `${formatDate(day ?? "")}, ${time12}`;
}

function zone({ local, offset, offsetMinutes, isGuessed = false }: WallTime): string {
  const isHere = offsetHere(local - offsetMinutes * MINUTE) === offsetMinutes;
  if (offset === "" || (isHere && !isGuessed)) return "";
  return `, ${offset.toUpperCase() === "Z" ? "UTC" : `UTC${offset}`}`;
}

/**
 * "4:09 pm" for an ISO text, as it was written; where the viewer's own time differs `both` says how
 * they are shown: "4:09 pm (1:09 pm your time)". "" when it cannot be read.
 */
export function shortLocalTime(local: string, both = text.yourTime): string {
  return shortLocalTimes([local], ([time = ""]) => time, both);
}

/**
 * {@link shortLocalTime} for several times, joined by `join`: "between 4:09 pm and 4:12 pm (between
 * 1:09 pm and 1:12 pm your time)".
 */
export function shortLocalTimes(
  locals: readonly string[],
  join: (times: readonly string[]) => string,
  both = text.yourTime,
): string {
  const times = locals.map(wallTime).filter((time) => time !== null);
  if (times.length < locals.length) return "";
  const there = join(times.map(({ local }) => twelveHours(local)));
  const guessed = times.find(({ isGuessed }) => isGuessed);
  if (guessed !== undefined) return `${there}${zone(guessed)}`;
  if (times.some(({ offset }) => offset === "")) return there;
  const here = join(
    times.map(({ local, offsetMinutes }) => {
      const instant = local - offsetMinutes * MINUTE;
      return twelveHours(instant + offsetHere(instant) * MINUTE);
    }),
  );
  return here === there ? there : both(there, here);
}

/**
 * When somebody is expected, to the minute: the range of times in the words of `range` where it is
 * known and longer than a minute, else `single` with the one time. "" if none can be read.
 */
export function expectedTimes(
  when: { local: string; range?: readonly [{ local: string }, { local: string }] },
  range: (from: string, to: string) => string,
  single: (time: string) => string,
  both = text.yourTime,
): string {
  const times =
    when.range === undefined
      ? ""
      : shortLocalTimes(
          when.range.map(({ local }) => local),
          ([from = "", to = ""]) => (from === to ? "" : range(from, to)),
          both,
        );
  if (times !== "") return times;
  const time = shortLocalTime(when.local, both);
  return time === "" ? "" : single(time);
}

/** A time as the clock on the wall shows it. */
interface WallTime extends WrittenTime {
  /** Whether the clock at the race is taken to have been changed as the viewer's was. */
  isGuessed?: boolean;
}

/** A written time as the clock on the wall shows it; null when it cannot be read. */
function wallTime(iso: string): WallTime | null {
  const time = readWrittenTime(iso);
  return time === null ? null : onTheWall(time);
}

/**
 * A day before, the viewer's zone had the offset that is written, and now it has another: the clock
 * was changed meanwhile, where the viewer is and so at the race.
 */
function onTheWall(time: WrittenTime): WallTime {
  if (time.offset === "") return time;
  const instant = time.local - time.offsetMinutes * MINUTE;
  const here = offsetHere(instant);
  return here !== time.offsetMinutes && offsetHere(instant - DAY) === time.offsetMinutes
    ? {
        ...time,
        local: instant + here * MINUTE,
        offset: writtenOffset(here),
        offsetMinutes: here,
        isGuessed: true,
      }
    : time;
}

/** Minutes by which the viewer's clock is ahead of UTC at an instant. */
function offsetHere(instant: number): number {
  return -new Date(instant).getTimezoneOffset();
}

/** "-07:00" */
function writtenOffset(minutes: number): string {
  const ahead = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`;
}

/** "4:09 pm" or "4:09:30 pm" for a time in milliseconds since 1970 as if it were UTC. */
function twelveHours(local: number, { seconds = false } = {}): string {
  const at = new Date(local);
  const half = at.getUTCHours() < 12 ? text.halfOfDay.am : text.halfOfDay.pm;
  return `${at.getUTCHours() % 12 || 12}:${twoDigits(at.getUTCMinutes())}${seconds ? `:${twoDigits(at.getUTCSeconds())}` : ""} ${half}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
