import { asText, BYTE_ORDER_MARK, csvFileName, csvText } from "../../csv/csv-text";
import { ageText } from "../../format/age";
import { genderLetter } from "../../format/gender";
import { displayName } from "../../format/name";
import { agePlaceText, genderPlaceText, placeText } from "../../format/place";
import { saveFile } from "../../lib/save-file";
import { drawnLap, drawnTime } from "../../scoring/cells";
import type { RankByLabels } from "../../lists/rank-by-labels";
import type { EventType, Line } from "../../scoring/row";
import { text } from "../../text/text";

/** The rows and columns as shown on a wide screen, with headings in full words (pages.md D4). */
function resultsCsv(eventType: EventType, labels: RankByLabels, lines: readonly Line[]): string {
  const starred = labels.starredColumn;
  const head = [
    text.columns.bib,
    text.columns.place,
    text.columns.name,
    text.columns.age,
    text.csv.agePlace,
    text.columns.gender,
    text.csv.genderPlace,
    ...(starred === null ? [] : [labels.starred.replace("*", "")]),
    labels.last,
    ...(eventType === "distance"
      ? []
      : [eventType === "time" ? text.columns.lap : text.columns.hour]),
  ];
  return csvText(
    head,
    lines.map(({ row }) => [
      asText(row.bib),
      placeText(row, String),
      displayName(row),
      ageText(row.age),
      agePlaceText(row, String),
      genderLetter(row.gender),
      genderPlaceText(row, String),
      ...(starred === null ? [] : [withHours(drawnTime(eventType, starred, row))]),
      withHours(drawnTime(eventType, labels.lastColumn, row)),
      ...(eventType === "distance" ? [] : [drawnLap(eventType, row)]),
    ]),
  );
}

/** Minutes and seconds alone are hours and minutes for a spreadsheet. */
function withHours(time: string): string {
  return asText(/^\d{1,2}:\d{2}$/.test(time) ? `0:${time}` : time);
}

/** Saves the rows as a file. */
export function saveResultsCsv(of: {
  slug: string;
  year: string;
  distance: string;
  eventType: EventType;
  labels: RankByLabels;
  lines: readonly Line[];
}): void {
  const content = BYTE_ORDER_MARK + resultsCsv(of.eventType, of.labels, of.lines);
  saveFile(
    new Blob([content], { type: "text/csv;charset=utf-8" }),
    csvFileName(of.slug, of.year, of.distance),
  );
}
