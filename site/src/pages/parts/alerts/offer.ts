import { config } from "../../../api/config";
import { offersTextAlerts } from "../../../checks/text-alerts";
import type { Head } from "../../../race/head";

/** Whether text alerts are offered now (pages.md C3); `named`: how many can be chosen. */
export function isOffered({ event, eventYear, people }: Head, named = people?.named ?? 0): boolean {
  const { dateTime, daysAllowed } = eventYear;
  return (
    config().alerts &&
    offersTextAlerts(
      { type: event.type, dateTime, daysAllowed, namedParticipants: named },
      Date.now(),
    )
  );
}
