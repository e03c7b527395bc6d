import type { EventType, Line } from "../../scoring/row";

/**
 * Whether the place of a line is one of the race: for a runner on course in a distance event it is
 * that of a timing point.
 */
export function hasFinalPlace(eventType: EventType, { state }: Line): boolean {
  return eventType !== "distance" || state === "finished";
}
