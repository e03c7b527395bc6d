/** Local times of the race as they are shown (pages.md C6 "On-course block"). */
import { text } from "../text/text";
import { formatDate, readWrittenTime, type WrittenTime } from "./date";

/**
 * "9:29:30 am, UTC-07:00", preceded by the date when it is not the day of the read. Both times are
 * ISO texts in the same offset; the viewer's time zone is ignored. "" when `local` cannot be read.
 */
export function formatLocalTime(local: string, readAt: string): string {
  const time = readWrittenTime(local);
  return time === null ? "" : `${dayAndTime(local, time, readAt, { seconds: true })}, ${utc(time)}`;
}

/**
 * A range of two times, joined by `join` and without seconds: "9:29 am to 9:33 am, UTC-07:00". ""
 * when either cannot be read.
 */
export function formatLocalRange(
  early: string,
  late: string,
  readAt: string,
  join: (early: string, late: string) => string,
): string {
  const [from, to] = [readWrittenTime(early), readWrittenTime(late)];
  return from === null || to === null
    ? ""
    : `${join(dayAndTime(early, from, readAt), dayAndTime(late, to, readAt))}, ${utc(to)}`;
}

function dayAndTime(
  local: string,
  time: WrittenTime,
  readAt: string,
  { seconds = false } = {},
): string {
  const time12 = twelveHours(time.local, { seconds });
  return local.split("T")[0] === readAt.split("T")[0] ? time12 : `${formatDate(local)}, ${time12}`;
}

function utc({ offset }: WrittenTime): string {
  return offset === "" || offset.toUpperCase() === "Z" ? "UTC" : `UTC${offset}`;
}

/**
 * "4:09 pm" for an ISO text, as it was written; with the viewer's own time where that differs:
 * "4:09 pm (1:09 pm your time)". "" when it cannot be read.
 */
export function shortLocalTime(local: string): string {
  return shortLocalTimes([local], ([time = ""]) => time);
}

/**
 * {@link shortLocalTime} for several times, joined by `join`: "between 4:09 pm and 4:12 pm (between
 * 1:09 pm and 1:12 pm your time)".
 */
export function shortLocalTimes(
  locals: readonly string[],
  join: (times: readonly string[]) => string,
): string {
  const times = locals.map(readWrittenTime).filter((time) => time !== null);
  if (times.length < locals.length) return "";
  const there = join(times.map(({ local }) => twelveHours(local)));
  if (times.some(({ offset }) => offset === "")) return there;
  const here = join(
    times.map(({ local, offsetMinutes }) => {
      const instant = local - offsetMinutes * 60_000;
      return twelveHours(instant - new Date(instant).getTimezoneOffset() * 60_000);
    }),
  );
  return here === there ? there : text.yourTime(there, here);
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
