/** The shown distance in the address, for pages whose view is nothing else (pages.md D2). */
import { orderDistances } from "./event-order";

/** Reads a query: an unknown or missing distance is the first one; "" when there is none. */
export function readDistanceQuery(query: string, distances: readonly string[]): string {
  const asked = new URLSearchParams(query).get("distance");
  return asked !== null && distances.includes(asked) ? asked : (orderDistances(distances)[0] ?? "");
}

/** Writes a distance as a query without "?"; the first one is left out. */
export function writeDistanceQuery(distance: string, distances: readonly string[]): string {
  if (distance === (orderDistances(distances)[0] ?? "")) return "";
  return new URLSearchParams({ distance }).toString();
}
