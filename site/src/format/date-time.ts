import { longDate, timeOfDay } from "../text/intl";
import { instantOf } from "./date";

/** "May 2, 2026, 16:45" in the viewer's time zone; "" if it is not an instant. */
export function longDateOf(iso: string): string {
  const instant = instantOf(iso);
  if (instant === null) return "";
  const at = new Date(instant);
  return `${longDate(at.getFullYear(), at.getMonth() + 1, at.getDate())}, ${timeOfDay(instant, { seconds: false })}`;
}
