/** Formats instants in the viewer's time zone or in an event's own offset. */
import { formatDate, instantOf, readWrittenTime, writeLocal } from "../format/date";
import { timeOfDay } from "../text/intl";

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

function day(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** The time of day for the viewer: "16:45:12"; the date first if it is not today or `withDate`. */
export function viewerTime(iso: string, withDate = false, { seconds = true } = {}): string {
  const instant = instantOf(iso);
  if (instant === null) return "";
  const date = new Date(instant);
  const dated = withDate || day(date) !== day(new Date());
  const time = timeOfDay(instant, { seconds });
  return dated ? `${formatDate(day(date))}, ${time}` : time;
}

/** "May 2, 2026, 09:45 (UTC-07:00)": an instant in the offset of another time of the event. */
export function timeInOffsetOf(instant: number, eventTime: string): string {
  const event = readWrittenTime(eventTime);
  const local = instant + (event?.offsetMinutes ?? 0) * 60_000;
  const offset = event === null || /^z?$/i.test(event.offset) ? "" : event.offset;
  return `${formatDate(writeLocal(local))}, ${timeOfDay(local, { seconds: false, timeZone: "UTC" })} (UTC${offset})`;
}
