import type { Head } from "../../race/head";
import { offersTextAlerts } from "../../scoring/text-alerts";

/** Whether text alerts are offered for the year at `now`, milliseconds since 1970 (pages.md C3). */
export function isOffered({ eventYear, people }: Head, now: number): boolean {
  return offersTextAlerts({ dateTime: eventYear.dateTime, daysAllowed: eventYear.daysAllowed, namedParticipants: people?.named ?? 0 }, now);
}
