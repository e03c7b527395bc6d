/** When text alerts are offered (pages.md C3). */
import { instantOf } from "../format/date";
import { eventTypeOf } from "../scoring/row";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The conditions of the offer. */
interface AlertTerms {
  /** `type` of the event. */
  type: string;
  /** ISO text with offset: `date_time` of the year. */
  dateTime: string;
  /** Days after `dateTime` during which alerts may be subscribed to; never if 0 or less. */
  daysAllowed: number;
  /** Number of participants with a first or last name. */
  namedParticipants: number;
}

/** True while the terms hold at `now`; false for an unreadable date or no texts (api.md 8.5). */
export function offersTextAlerts(terms: AlertTerms, now: number): boolean {
  if (eventTypeOf(terms.type) !== "distance") return false;
  const start = instantOf(terms.dateTime);
  if (start === null || terms.daysAllowed <= 0 || terms.namedParticipants < 1) return false;
  return start + terms.daysAllowed * DAY_MS > now;
}
