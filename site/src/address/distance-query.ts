/** Which distance a page shows when its address names none (pages.md A16, D2). */
import { compareDistances } from "../lists/event-order";

/** A distance, and how many runners it has. */
interface Field {
  distance: string;
  total: number;
}

/**
 * The distance that opens: the one with the most runners that this device follows, of equal ones
 * that with the most runners, then the first in natural order (A16); "" when there is none.
 */
export function openingDistance(
  fields: readonly Field[],
  followed: readonly { distance: string }[],
): string {
  const ranked = fields.map(({ distance, total }) => ({
    distance,
    total,
    mine: followed.filter((runner) => runner.distance === distance).length,
  }));
  const [first] = ranked.toSorted(
    (a, b) => b.mine - a.mine || b.total - a.total || compareDistances(a.distance, b.distance),
  );
  return first?.distance ?? "";
}

/**
 * The distance that an address does without: the one that opens here, if it also opens for whoever
 * follows nobody, and may get the address (D2); null if another does.
 */
export function unnamedDistance(opening: string, fields: readonly Field[]): string | null {
  return openingDistance(fields, []) === opening ? opening : null;
}
