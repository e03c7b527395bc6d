import { drawnLap, drawnTime, timeCell } from "../../scoring/cells";
import { basisOf, type EventType, type Line } from "../../scoring/row";
import { text } from "../../text/text";

/** The time a runner has reached, or where the runner was last seen, in one line. */
export function standing(eventType: EventType, rankingType: string, { row, state }: Line): string {
  if (eventType !== "distance") return [drawnLap(eventType, row), drawnTime(eventType, "clock", row)].filter((part) => part !== "").join(", ");
  if (state === "finished") return timeCell("distance", basisOf(rankingType), row);
  const segment = timeCell("distance", "clock", row);
  const time = timeCell("distance", "chip", row);
  return time === "" ? segment : text.stars.at(segment, time);
}
