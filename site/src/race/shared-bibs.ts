/** Bibs that are worn in more than one distance of an event year: two runners each (pages.md A1.2). */
import type { RaceBoard } from "./boards";

/** The bibs of the lines that are here which are in several boards; empty where there is one distance. */
export function sharedBibs(boards: readonly RaceBoard[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  if (boards.length < 2) return shared;
  for (const { lines } of boards) {
    for (const { row } of lines) (seen.has(row.bib) ? shared : seen).add(row.bib);
  }
  return shared;
}
