/**
 * Runners found beside the shown table: in other distances of the year and in other years of the
 * event.
 */
import { isAnonymous, type Named } from "../format/name";
import { fold } from "../format/text";
import type { Basis, Board, EventType, Line } from "../scoring/row";
import { orderTable } from "../scoring/table-order";
import { orderDistances } from "./event-order";
import { searchTest } from "./search";

/** Most runners named of one distance; the full list is one link away. */
export const NAMED = 10;

/**
 * Of more matches only the first of the board are ordered: boards come placed finishers first, in
 * order (docs/decisions/snapshot-format.md), and to sort half a field for ten names would hold up
 * who types the second letter.
 */
const ORDERED = 500;

/** The runners of one distance who match. */
export interface Found {
  distance: string;
  /** How many match. */
  total: number;
  /** The first of them in the order of the table (pages.md A12), {@link NAMED} at most. */
  lines: Line[];
}

/** A board with whatever orders its table. */
interface Ranked {
  eventType: EventType;
  /** The time that ranks in the board's year. */
  basis: Basis;
}

/**
 * Who of a board matches (A14), null for nobody. Anonymous people are left out: what somebody
 * without a name ran elsewhere is found by who knows the distance and the bib, in the table there.
 */
export function foundIn(board: Board, query: string, { eventType, basis }: Ranked): Found | null {
  const test = searchTest(query);
  const lines = board.lines.filter(({ row }) => !isAnonymous(row) && test(row));
  if (lines.length === 0) return null;
  const ordered = orderTable({ ...board, lines: lines.slice(0, ORDERED) }, eventType, basis, {
    by: "ranking",
  });
  return { distance: board.distance, total: lines.length, lines: ordered.slice(0, NAMED) };
}

/**
 * Whether a board can hold a match, judged from its names alone, which are a third of its bytes. A
 * text with a digit can be any bib. A bib without digits is found only where a name matches, too.
 */
export function mayMatch(names: readonly Named[], query: string): boolean {
  return /\d/.test(fold(query)) || names.some(searchTest(query));
}

/** What was found in several distances of a year, in the order of their tabs (A16). */
export function orderFound(found: readonly Found[]): Found[] {
  return orderDistances(found.map(({ distance }) => distance)).flatMap((name) =>
    found.filter(({ distance }) => distance === name),
  );
}
