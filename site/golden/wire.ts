/** Rows as the golden cases write them: wire names, missing fields are "", 0 or false. */
import type { Row } from "../src/scoring/row";

export type WireRow = Readonly<Record<string, string | number | boolean | null>>;

/** A wire row as the site uses it. */
export function wireRow(wire: WireRow): Row {
  const text = (key: string) => String(wire[key] ?? "");
  const number = (key: string) => Number(wire[key] ?? 0);
  return {
    bib: text("bib").trim(),
    first: text("first"),
    last: text("last"),
    anonymous: wire["anonymous"] === true,
    gender: text("gender"),
    age: number("age"),
    ageGroup: text("age_group"),
    distance: text("distance"),
    division: text("division"),
    divisionRanking: number("division_ranking"),
    seconds: number("seconds"),
    milliseconds: number("milliseconds"),
    chipSeconds: number("chip_seconds"),
    chipMilliseconds: number("chip_milliseconds"),
    segment: text("segment"),
    location: text("location"),
    occurrence: number("occurence"),
    ranking: number("ranking"),
    ageRanking: number("age_ranking"),
    genderRanking: number("gender_ranking"),
    finish: wire["finish"] === true,
    type: number("type"),
    localTime: text("local_time"),
  };
}

/** Wire rows without those that have no bib (pages.md A1.2). */
export function wireRows(wires: readonly WireRow[]): Row[] {
  return wires.map(wireRow).filter((row) => row.bib !== "");
}
