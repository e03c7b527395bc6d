/**
 * The published order of the lines of a board (docs/decisions/snapshot-format.md): placed finishers
 * first.
 */
import { compareBibs } from "../format/bib";
import { compareClock } from "./result-order";
import type { EventType, Line, Row } from "./row";
import { rowKind } from "./row-kind";

/** Compares two lines of a board: placed or not, then ranking, clock time, bib (A4). */
export function compareLines(eventType: EventType): (a: Line, b: Line) => number {
  const rest = (row: Row) => (isPlaced(row, eventType) ? 0 : 1);
  return ({ row: a }, { row: b }) =>
    rest(a) - rest(b) || a.ranking - b.ranking || compareClock(a, b) || compareBibs(a.bib, b.bib);
}

/** Runners of a backyard ultra have their place while they run. */
function isPlaced(row: Row, eventType: EventType): boolean {
  if (row.ranking < 1 || row.occurrence < 1) return false;
  const kind = rowKind(row);
  return kind === "finish" || (eventType === "backyardultra" && kind !== "dnf" && kind !== "dns");
}
