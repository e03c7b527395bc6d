/**
 * The runners a search text most likely means, over all distances of a year (pages.md C2
 * "Matches").
 */
import { displayName, isAnonymous } from "../format/name";
import { hasPlace } from "../format/place";
import { fold } from "../format/text";
import type { Board, Line } from "../scoring/row";
import { searchTest } from "./search";

/** The maximum number of runners named. */
export const NAMED = 6;

/** The most likely runners, and the total number of matches. */
export interface Matches {
  best: Line[];
  total: number;
}

/**
 * The runner with that very bib, then those with that very name, then those whose first or last
 * name starts with the text, then the others (A14); within each group by place.
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
