/**
 * Local times of the race as they are shown (pages.md C6 "On-course block"). The wire has offsets
 * and no time zones: an estimate has the offset of the read that it is made from, which is wrong
 * behind a change of the clock. So who was in the zone of the race at that read, as far as a device
 * can tell, is shown the clock on the wall ({@link wallTime}), with its offset, since the race may be
 * where clocks are not changed. Reads are as written. What the clock shows twice has its offset.
 */
import { text } from "../text/text";
import { formatDate, instantAt, readWrittenTime, type WrittenTime, writeLocal } from "./date";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * "9:29:30 am", preceded by the date when it is not the day of the read, and followed by the zone
 * where the viewer's is another: "9:29:30 am, UTC-07:00". The times are ISO texts; `offsetOf` is the
 * one that tells the race's offset. "" when `local` cannot be read.
 */
export function formatLocalTime(local: string, readAt: string, offsetOf = readAt): string {
  const time = wallTime(local, offsetOf);
  return time === null ? "" : `${dayAndTime(time, readAt, { seconds: true })}${zone(time)}`;
}

/** Two times without seconds: "9:29 am to 9:33 am, UTC-07:00". "" when either is unreadable. */
export function formatLocalRange(
  early: string,
  late: string,
  readAt: string,
  join: (early: string, late: string) => string,
): string {
  const [from, to] = [wallTime(early, readAt), wallTime(late, readAt)];
  return from === null || to === null
    ? ""
    : `${join(dayAndTime(from, readAt), dayAndTime(to, readAt))}${zones([from, to])}`;
}

function dayAndTime(time: WallTime, readAt: string, { seconds = false } = {}): string {
  const time12 = twelveHours(time.local, { seconds });
  const [day = "", readDay] = [time, readWrittenTime(readAt)].map(
    (at) => at && writeLocal(at.local).split("T")[0],
  );
  return day === readDay ? time12 : `${formatDate(day ?? "")}, ${time12}`;
}

/** Without a name while it is the viewer's, and known, and the clock shows the time once. */
function zone(time: WallTime): string {
  const { offset, offsetMinutes, isGuessed = false } = time;
  const isHere = offsetHere(instantOf(time)) === offsetMinutes;
  if (offset === "" || (isHere && !isGuessed && !isTwice(time))) return "";
  return `, ${offset.toUpperCase() === "Z" ? "UTC" : `UTC${offset}`}`;
}

function zones(times: readonly WallTime[]): string {
  return [...new Set(times.map(zone))].join("");
}

/** Whether the viewer's clock shows this time a second time, an hour before or after. */
function isTwice(time: WrittenTime): boolean {
  const { local, offsetMinutes } = time;
  return [-DAY, DAY].some((days) => {
    const other = offsetHere(instantOf(time) + days);
    return other !== offsetMinutes && offsetHere(local - other * MINUTE) === other;
  });
}

/**
 * "4:09 pm" for an ISO text, as it was written; where the viewer's own time differs `both` says how
 * they are shown: "4:09 pm (1:09 pm your time)". "" when it cannot be read. `readAt` is the latest
 * read, if it is not one itself.
 */
export function shortLocalTime(local: string, readAt = local): string {
  return shortLocalTimes([local], ([time = ""]) => time, text.yourTime, readAt);
}

/**
 * {@link shortLocalTime} for several times, joined by `join`: "between 4:09 pm and 4:12 pm (between
 * 1:09 pm and 1:12 pm your time)".
 */
export function shortLocalTimes(
  locals: readonly string[],
  join: (times: readonly string[]) => string,
  both: (there: string, here: string) => string,
  readAt?: string,
): string {
  const times = locals
    .map((local) => wallTime(local, readAt ?? local))
    .filter((time) => time !== null);
  if (times.length < locals.length) return "";
  const clocks = (all: readonly WallTime[]) => join(all.map(({ local }) => twelveHours(local)));
  const there = clocks(times);
  if (times.some(({ offset }) => offset === "")) return there;
  const here = times.map((time) => inOffset(time, offsetHere(instantOf(time))));
  return times.some(({ isGuessed }) => isGuessed) || clocks(here) === there
    ? there + zones(times)
    : both(there, clocks(here) + zones(here));
}

/**
 * When somebody is expected by the latest read, to the minute: the range of times in the words of `range` where it is
 * known and longer than a minute, else `single` with the one time. "" if none can be read.
 */
export function expectedTimes(
  when: { local: string; range?: readonly [{ local: string }, { local: string }] },
  range: (from: string, to: string) => string,
  single: (time: string) => string,
  readAt: string,
  both = text.yourTime,
): string {
  const times =
    when.range === undefined
      ? ""
      : shortLocalTimes(
          when.range.map(({ local }) => local),
          ([from = "", to = ""]) => (from === to ? "" : range(from, to)),
          both,
          readAt,
        );
  if (times !== "") return times;
  const time = shortLocalTimes([when.local], ([one = ""]) => one, both, readAt);
  return time === "" ? "" : single(time);
}

/** A time as the clock on the wall shows it. */
interface WallTime extends WrittenTime {
  /** Whether the clock at the race is taken to have been changed as the viewer's was. */
  isGuessed?: boolean;
}

/**
 * A time as the clock on the wall shows it, by the latest read known; null when it cannot be read.
 * The viewer's zone had the offset of that read then, and by the time it has another: the clock was
 * changed meanwhile, where the viewer is and so at the race.
 */
function wallTime(iso: string, readAt: string): WallTime | null {
  const [time, read] = [readWrittenTime(iso), readWrittenTime(readAt)];
  if (time === null || read === null || time.offset === "" || iso === readAt) return time;
  const here = offsetHere(instantOf(time));
  return here !== read.offsetMinutes && offsetHere(instantAt(read)) === read.offsetMinutes
    ? { ...inOffset(time, here), isGuessed: true }
    : inOffset(time, read.offsetMinutes);
}

function instantOf({ local, offsetMinutes }: WrittenTime): number {
  return local - offsetMinutes * MINUTE;
}

function inOffset(time: WrittenTime, minutes: number): WallTime {
  return time.offsetMinutes === minutes
    ? time
    : {
        ...time,
        local: instantOf(time) + minutes * MINUTE,
        offset: writtenOffset(minutes),
        offsetMinutes: minutes,
      };
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
