/** Estimated local times as they are shown (pages.md C6.7). */
import { text } from "../text/text";
import { formatDate, readWrittenTime } from "./date";

/**
 * "9:29:30 am, UTC-07:00", with the date in front when it is another day than the read's. Both times are ISO
 * texts in the same offset; the viewer's time zone plays no part. "" when `local` cannot be read.
 */
export function formatLocalTime(local: string, readAt: string): string {
  const time = readWrittenTime(local);
  if (time === null) return "";
  const [date = "", clock = ""] = local.split("T");
  const [hour = "", minute = "", second = "00"] = clock.split(/[:.Z+-]/i);
  const offset = time.offset === "" || time.offset.toUpperCase() === "Z" ? "UTC" : `UTC${time.offset}`;
  const half = Number(hour) < 12 ? text.halfOfDay.am : text.halfOfDay.pm;
  const time12 = `${Number(hour) % 12 || 12}:${minute}:${second} ${half}, ${offset}`;
  return date === readAt.split("T")[0] ? time12 : `${formatDate(local)}, ${time12}`;
}
