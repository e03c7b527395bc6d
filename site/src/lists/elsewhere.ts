/** Runners found outside the shown table: in other distances and years of the event. */
import { isAnonymous, type Named } from "../format/name";
import { fold } from "../format/text";
import type { Basis, Board, EventType, Line } from "../scoring/row";
import { orderTable } from "../scoring/table-order";
import { orderDistances } from "./event-order";
import { searchTest } from "./search";

/** The maximum number of runners named per distance; the full list is one link away. */
export const NAMED = 10;

/**
 * If more match, only the first of the board are sorted: boards are in order, placed finishers
 * first (docs/decisions/snapshot-format.md), and sorting half a field for ten names would delay the
 * typing of a second letter.
 */
const ORDERED = 500;

export interface Matches {
  distance: string;
  /** The number of runners who match. */
  total: number;
  /** The first of them in the order of the table (pages.md A12), {@link NAMED} at most. */
  lines: Line[];
}

/** A board with what is needed to order its table. */
interface Ranked {
  eventType: EventType;
  /** The time that ranks in the board's year. */
  basis: Basis;
}

/** The runners of a board who match (A14), null if none, without anonymous people. */
export function foundIn(board: Board, query: string, { eventType, basis }: Ranked): Matches | null {
  const test = searchTest(query);
  const lines = board.lines.filter(({ row }) => test(row) && !isAnonymous(row));
  if (lines.length === 0) return null;
  const ordered = orderTable({ ...board, lines: lines.slice(0, ORDERED) }, eventType, basis, {
    by: "ranking",
  });
  return { distance: board.distance, total: lines.length, lines: ordered.slice(0, NAMED) };
}

/**
 * Whether a board may hold a match, judged by its names alone, which are a third of its bytes. A
 * text with a digit may be any bib. A bib without digits is found only where a name matches, too.
 */
export function mayMatch(names: readonly Named[], query: string): boolean {
  return /\d/.test(fold(query)) || names.some(searchTest(query));
}

/** Orders what was found in several distances of a year like their tabs (A16). */
export function orderFound(found: readonly Matches[]): Matches[] {
  return orderDistances(found.map(({ distance }) => distance)).flatMap((name) =>
    found.filter(({ distance }) => distance === name),
  );
}
