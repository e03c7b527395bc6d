import type { EventType, Line } from "../../scoring/row";

/** Whether the place is one of the race: on course it is that of a timing point. */
export function hasFinalPlace(eventType: EventType, { state }: Line): boolean {
  return eventType !== "distance" || state === "finished";
}
