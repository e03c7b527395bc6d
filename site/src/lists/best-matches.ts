/** Whom a search text means most likely, over all distances of a year (pages.md C2 "Matches"). */
import { displayName, isAnonymous } from "../format/name";
import { hasPlace } from "../format/place";
import { fold } from "../format/text";
import type { Board, Line } from "../scoring/row";
import { searchTest } from "./search";

/** Most runners named. */
export const NAMED = 6;

/** The likeliest runners, and how many match in all. */
export interface Matches {
  best: Line[];
  total: number;
}

/**
 * The bib itself, then who is called so, then whose first or last name begins so, then the others
 * (A14); among equals the better place.
 */
export function bestMatches(boards: readonly Board[], query: string): Matches {
  const text = fold(query);
  if (text === "") return { best: [], total: 0 };
  const test = searchTest(query);
  const found = boards.flatMap(({ lines }) =>
    lines
      .filter(({ row }) => test(row))
      .map((line) => ({ line, distance: distanceFrom(line, text) })),
  );
  const ordered = found.toSorted(
    (a, b) => a.distance - b.distance || placeOf(a.line) - placeOf(b.line),
  );
  return { best: ordered.slice(0, NAMED).map(({ line }) => line), total: found.length };
}

function distanceFrom({ row }: Line, text: string): number {
  if (fold(row.bib) === text) return 0;
  if (isAnonymous(row)) return 3;
  const name = fold(displayName(row));
  if (name === text) return 1;
  return name.startsWith(text) || fold(row.last).startsWith(text) ? 2 : 3;
}

function placeOf({ row }: Line): number {
  return hasPlace(row) ? row.ranking : Number.MAX_SAFE_INTEGER;
}
