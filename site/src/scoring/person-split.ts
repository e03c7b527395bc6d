/** The rows of one runner split into start, finish and table (pages.md C6 "Splitting the rows"). */
import { compareClock } from "./result-order";
import type { EventType, Row } from "./row";
import { rowKind, runnerState } from "./row-kind";

/** The parts of an individual page. */
export interface PersonSplit {
  /** The first start read by clock time. */
  start: Row | null;
  /** The DNF row, else the DNS row, else the finish that counts. */
  finish: Row | null;
  /** Partial times (distance events) or laps, by clock time, ties as listed; no DNF or DNS rows. */
  table: Row[];
}

/**
 * Splits all rows of one runner; rows that are equal in every field count once (A1.3). Of somebody
 * who did not start only that counts: their other reads are of a chip that somebody else had.
 */
export function splitPerson(eventType: EventType, rows: readonly Row[]): PersonSplit {
  const counted = runnerState(rows) === "dns" ? [] : rows;
  const ordered = withoutRepeats(counted).toSorted(compareClock);
  const ofKind = (kind: string) => ordered.filter((row) => rowKind(row) === kind);
  const listed = (kind: string) => rows.find((row) => rowKind(row) === kind);
  const inTable = eventType === "distance" ? ["course"] : ["course", "finish"];
  return {
    start: ofKind("start")[0] ?? null,
    finish: listed("dnf") ?? listed("dns") ?? countingFinish(eventType, ofKind("finish")),
    table: ordered.filter((row) => inTable.includes(rowKind(row))),
  };
}

/**
 * The finish with the largest clock time; except in distance events, the highest occurrence decides
 * first. The first listed among equals.
 */
function countingFinish(eventType: EventType, finishes: readonly Row[]): Row | null {
  let best: Row | null = null;
  for (const row of finishes) {
    if (best === null || laterFinish(eventType, row, best)) best = row;
  }
  return best;
}

function laterFinish(eventType: EventType, row: Row, best: Row): boolean {
  const laps = eventType === "distance" ? 0 : row.occurrence - best.occurrence;
  return (laps || compareClock(row, best)) > 0;
}

/** Rows that are equal in every field, each once, in the given order. */
export function withoutRepeats(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
