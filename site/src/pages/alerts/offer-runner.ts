import { config } from "../../api/config";
import { isAnonymous } from "../../format/name";
import type { Head } from "../../race/head";
import type { Runner } from "../../race/shard";
import { offersTextAlerts } from "../../scoring/text-alerts";

/** Whether alerts on this device are offered for a runner now (pages.md C6): the terms of text alerts hold, and there will be something to tell. */
export function offersDeviceAlerts({ event, eventYear }: Head, person: Runner): boolean {
  const { dateTime, daysAllowed } = eventYear;
  const offered = config().push && offersTextAlerts({ type: event.type, dateTime, daysAllowed, namedParticipants: 1 }, Date.now());
  return offered && !isAnonymous(person) && person.bib !== "";
}
