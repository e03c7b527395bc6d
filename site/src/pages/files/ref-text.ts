import type { SeriesRunner } from "../../scoring/series-definition";
import { organiser } from "../../text/organiser";

/** A runner as the definition has it: "10K (2026-May), bib 4". */
export function refText({ year, distance, bib }: SeriesRunner): string {
  return organiser.people.run(`${distance} (${year})`, bib);
}
