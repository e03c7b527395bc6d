import { config } from "../../../api/config";
import { offersTextAlerts } from "../../../checks/text-alerts";
import { isAnonymous } from "../../../format/name";
import type { Head } from "../../../race/head";
import type { Runner } from "../../../race/shard";

/** Whether text alerts are offered for a runner now (pages.md C6). */
export function offersTextAlertsOf(head: Head, person: Runner): boolean {
  return config().alerts && canBeTold(head, person);
}

/** Whether alerts on this device are offered for a runner now (pages.md C6). */
export function offersDeviceAlerts(head: Head, person: Runner): boolean {
  return config().push && canBeTold(head, person);
}

/** Whether an e-mail about the finish is offered for a runner now (pages.md C6). */
export function offersEmailAlerts(head: Head, person: Runner): boolean {
  return config().mail && canBeTold(head, person);
}

/** Whether the terms of text alerts hold and there will still be something to report. */
function canBeTold({ event, eventYear }: Head, person: Runner): boolean {
  const { dateTime, daysAllowed } = eventYear;
  const offered = offersTextAlerts(
    { type: event.type, dateTime, daysAllowed, namedParticipants: 1 },
    Date.now(),
  );
  return offered && !isAnonymous(person) && person.bib !== "";
}
