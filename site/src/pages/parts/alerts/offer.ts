import { config } from "../../../api/config";
import { offersTextAlerts } from "../../../checks/text-alerts";
import type { Head } from "../../../race/head";

/**
 * Whether text alerts are offered for the year now (pages.md C3); never if the deployment does not
 * send them. `named` is the number of participants to choose from.
 */
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
