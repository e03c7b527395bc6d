/** The tables of the individual page (pages.md C6 "Tables"). */
import { genderHeading, personWord } from "../../format/gender";
import { agePlaceText, genderPlaceText, ordinal, placeText } from "../../format/place";
import { chipMs, formatMs } from "../../format/time";
import { backyardLaps, laps } from "../../scoring/laps";
import type { EventType, Row } from "../../scoring/row";
import { text } from "../../text/text";
import type { Column } from "../../ui/Table";
import fold from "../parts/FoldLine.module.css";

/** One line: the row it comes from, its label, and the texts of its time columns. */
export interface Passage {
  row: Row;
  label: string;
  times: readonly string[];
}

/** The lines of the table; `table` are the rows of the split, in its order. */
export function passagesOf(eventType: EventType, rows: readonly Row[], table: readonly Row[]): Passage[] {
  const lines = timesOf(eventType, rows);
  return table.map((row, index) => ({
    row,
    ...(lines[index] ?? { label: row.segment, times: [formatMs(chipMs(row))] }),
  }));
}

function timesOf(eventType: EventType, rows: readonly Row[]): Omit<Passage, "row">[] {
  if (eventType === "distance") return [];
  if (eventType === "time") return laps(rows).map(({ label, lapTime, totalTime }) => ({ label, times: [lapTime, totalTime] }));
  return backyardLaps(rows).map(({ label, elapsed, cumulative, loopTime }) => ({ label, times: [elapsed, cumulative, loopTime] }));
}

/** The columns of the table; the places of partial times fold under the segment name, lap tables keep everything. */
export function passageColumns(eventType: EventType): Column<Passage>[] {
  const { columns, individual } = text;
  const own = individual.columns;
  switch (eventType) {
    case "distance":
      return [
        { key: "segment", heading: own.segment, names: true, marks: true, cell: ({ row }) => <>{row.segment}<PlaceFold row={row} /></> },
        { key: "place", heading: columns.place, folds: "small", align: "end", width: "6rem", cell: ({ row }) => placeText(row) },
        { key: "agePlace", heading: own.agePl, name: columns.agePlace, folds: "small", align: "end", width: "6rem", cell: ({ row }) => agePlaceText(row) },
        { key: "genderPlace", heading: own.genderPl, name: columns.genderPlace, folds: "small", align: "end", width: "6rem", cell: ({ row }) => genderPlaceText(row) },
        timeColumn(individual.time, 0, "33%"),
      ];
    case "time":
      return [labelColumn(columns.lap), timeColumn(own.lapTime, 0, "35%"), timeColumn(own.totalTime, 1, "35%")];
    case "backyardultra":
      return [labelColumn(columns.hour), timeColumn(own.elapsed, 0, "27%"), timeColumn(own.cumulative, 1, "27%"), timeColumn(own.loop, 2, "24%")];
  }
}

function labelColumn(heading: string): Column<Passage> {
  return { key: "label", heading, names: true, marks: true, cell: ({ label }) => label };
}

function timeColumn(heading: string, index: number, narrow: string): Column<Passage> {
  return { key: heading, heading, align: "end", width: "9rem", narrow, cell: ({ times }) => times[index] };
}

/** "12 overall, 3rd woman, 1st in 30-39" under the segment name on small screens. */
function PlaceFold({ row }: { row: Row }) {
  const [place, gender, age] = [placeText(row), genderPlaceText(row), agePlaceText(row)];
  const parts = [
    place === "" ? "" : text.individual.overall(place),
    gender === "" ? "" : text.folded.ofGender(ordinal(Number(gender)), { person: personWord(row.gender), heading: genderHeading(row.gender) }),
    age === "" ? "" : text.folded.inGroup(ordinal(Number(age)), row.ageGroup),
  ].filter((part) => part !== "");
  if (parts.length === 0) return null;
  return <div className={`${fold.fold} ${fold.small}`}>{parts.join(", ")}</div>;
}
