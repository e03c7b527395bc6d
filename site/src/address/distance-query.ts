/** The shown distance in the address (pages.md D2). */
import { orderDistances } from "../lists/event-order";

/** The first distance in natural order (A16); "" when there is none. */
export function firstDistance(distances: readonly string[]): string {
  return orderDistances(distances)[0] ?? "";
}

/** The requested distance; if it is unknown or missing, the first. */
export function readDistance(asked: string | null, distances: readonly string[]): string {
  return asked !== null && distances.includes(asked) ? asked : firstDistance(distances);
}
