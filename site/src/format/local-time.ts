/** Local times of the race as they are shown (pages.md C6 "On-course block"). */
import { text } from "../text/text";
import { formatDate, readWrittenTime } from "./date";

/**
 * "9:29:30 am, UTC-07:00", with the date in front when it is another day than the read's. Both times are ISO
 * texts in the same offset; the viewer's time zone plays no part. "" when `local` cannot be read.
 */
export function formatLocalTime(local: string, readAt: string): string {
  const time = readWrittenTime(local);
  if (time === null) return "";
  const offset = time.offset === "" || time.offset.toUpperCase() === "Z" ? "UTC" : `UTC${time.offset}`;
  const time12 = `${twelveHours(time.local, { seconds: true })}, ${offset}`;
  return local.split("T")[0] === readAt.split("T")[0] ? time12 : `${formatDate(local)}, ${time12}`;
}

/** "4:09 pm" of an ISO text, as it was written; with the viewer's own time where that is another: "4:09 pm (1:09 pm your time)". "" when it cannot be read. */
export function shortLocalTime(local: string): string {
  const time = readWrittenTime(local);
  if (time === null) return "";
  const there = twelveHours(time.local);
  if (time.offset === "") return there;
  const instant = time.local - time.offsetMinutes * 60_000;
  const here = twelveHours(instant - new Date(instant).getTimezoneOffset() * 60_000);
  return here === there ? there : text.yourTime(there, here);
}

/** "4:09 pm" or "4:09:30 pm" of a clock in milliseconds since 1970 as if it were UTC. */
function twelveHours(local: number, { seconds = false } = {}): string {
  const at = new Date(local);
  const half = at.getUTCHours() < 12 ? text.halfOfDay.am : text.halfOfDay.pm;
  return `${at.getUTCHours() % 12 || 12}:${twoDigits(at.getUTCMinutes())}${seconds ? `:${twoDigits(at.getUTCSeconds())}` : ""} ${half}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
