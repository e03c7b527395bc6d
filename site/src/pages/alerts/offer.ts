import type { Head } from "../../race/head";
import { offersTextAlerts } from "../../scoring/text-alerts";

/** Whether text alerts are offered for the year now (pages.md C3). */
export function isOffered({ eventYear, people }: Head): boolean {
  const { dateTime, daysAllowed } = eventYear;
  return offersTextAlerts({ dateTime, daysAllowed, namedParticipants: people?.named ?? 0 }, Date.now());
}
