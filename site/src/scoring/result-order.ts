/** Orders of result rows (pages.md C4, C10, C12, C13): by uploaded place, and by clock time. */
import { bibKey, compareBibKeys } from "../format/bib";
import type { Board, Line, Row } from "./row";

/** A line that has a result row (A3). */
export interface Finisher {
  line: Line;
  result: Row;
}

/** The lines that have a result row, in the given order. */
export function finishersOf(lines: readonly Line[]): Finisher[] {
  const finishers: Finisher[] = [];
  for (const line of lines) {
    if (line.result !== null) finishers.push({ line, result: line.result });
  }
  return finishers;
}

/**
 * The lines with the result rows that count for teams, championship, youth and series: by the
 * distance rule in every event (A3).
 */
export function linesByClock({ lines, byClock: others }: Board): readonly Line[] {
  if (others === undefined || others.size === 0) return lines;
  return lines.map((line) =>
    others.has(line) ? { ...line, result: others.get(line) ?? null } : line,
  );
}

/** A new list by uploaded ranking, then clock time, then bib (A4). */
export function byRanking<T extends { result: Row }>(items: readonly T[]): T[] {
  return ordered(items, (a, b) => a.ranking - b.ranking || compareClock(a, b));
}

/** A new list by clock time, then bib (A4). */
export function byClock<T extends { result: Row }>(items: readonly T[]): T[] {
  return ordered(items, compareClock);
}

/** Compares clock times by seconds, then milliseconds (A3). */
export function compareClock(a: Row, b: Row): number {
  return a.seconds - b.seconds || a.milliseconds - b.milliseconds;
}

function ordered<T extends { result: Row }>(
  items: readonly T[],
  compare: (a: Row, b: Row) => number,
): T[] {
  return items
    .map((item) => ({ item, bib: bibKey(item.result.bib) }))
    .toSorted((a, b) => compare(a.item.result, b.item.result) || compareBibKeys(a.bib, b.bib))
    .map(({ item }) => item);
}
