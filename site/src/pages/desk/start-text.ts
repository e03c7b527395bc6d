import { instantOf } from "../../format/date";
import { timeInOffsetOf } from "../../lib/clock";

/** "May 2, 2026, 08:00 (UTC-07:00)": a start in its own offset; unchanged if unreadable. */
export function startText(iso: string): string {
  const instant = instantOf(iso);
  return instant === null ? iso : timeInOffsetOf(instant, iso);
}

const DAY_MS = 86_400_000;
/** The end of the year 9999, the last year that dates can be written for. */
const LAST = 253_402_300_799_000;

/** The end of the days after a start, in its offset; "" if there are none or after 9999. */
export function endText(iso: string, days: number): string {
  const end = (instantOf(iso) ?? Number.NaN) + days * DAY_MS;
  return days > 0 && end < LAST ? timeInOffsetOf(end, iso) : "";
}
