import { drawnLap, drawnTime, timeCell } from "../../../scoring/cells";
import { hasPlace, ordinal, placeText } from "../../../format/place";
import { suffixMeaning, typeSuffix } from "../../../format/result-type";
import { basisOf, type EventType, type Line, type Row } from "../../../scoring/row";
import { rowKind } from "../../../scoring/row-kind";
import { text } from "../../../text/text";
import { labelledTime } from "../race/basis";

/** Whether a place is one at a timing point, and must not look final (pages.md C2). */
export function isHere(eventType: EventType, row: Row): boolean {
  return eventType === "distance" && rowKind(row) === "course";
}

/** "Place 5", or "5th at Fire Tower"; without a number the suffix's meaning (A10.2), or "". */
export function placeWords(eventType: EventType, row: Row): string {
  if (!hasPlace(row)) return suffixMeaning(typeSuffix(row.type));
  return isHere(eventType, row)
    ? text.placeAt(ordinal(row.ranking), text.point(row.segment))
    : text.stars.place(placeText(row));
}

/** In one line: the time that the runner's place is based on, or where they were last seen. */
export function standing(eventType: EventType, rankingType: string, { row, state }: Line): string {
  if (eventType !== "distance")
    return [drawnLap(eventType, row), drawnTime(eventType, "clock", row)]
      .filter((part) => part !== "")
      .join(", ");
  const basis = basisOf(rankingType);
  if (state === "finished") return labelledTime(timeCell("distance", basis, row), eventType, basis);
  const segment = timeCell("distance", "clock", row);
  const time = timeCell("distance", "chip", row);
  return time === "" ? segment : text.stars.at(segment, time);
}

/** The place and {@link standing}, for one line: a place at a timing point names the point already. */
export function placeAndStanding(
  eventType: EventType,
  rankingType: string,
  line: Line,
): [place: string, standing: string] {
  const { row } = line;
  return [
    placeWords(eventType, row),
    isHere(eventType, row) && hasPlace(row)
      ? timeCell(eventType, "chip", row)
      : standing(eventType, rankingType, line),
  ];
}
