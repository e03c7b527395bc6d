/** Order of distances and events (pages.md A16). */
import { instantOf } from "../format/date";
import { compareText } from "../format/text";

/** Natural order of distances, without case: "5K" before "10 Mile" (A16). */
export function compareDistances(a: string, b: string): number {
  const x = chunks(a);
  const y = chunks(b);
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const difference = compareChunks(x[i] ?? "", y[i] ?? "");
    if (difference !== 0) return difference;
  }
  return x.length - y.length || compareText(a, b);
}

/** The distances in natural order, as a new list (A16). */
export function orderDistances(names: readonly string[]): string[] {
  return [...names].toSorted(compareDistances);
}

function chunks(name: string): string[] {
  return name.toLowerCase().match(/[0-9]+|[^0-9]+/g) ?? [];
}

function compareChunks(a: string, b: string): number {
  if (!/^[0-9]/.test(a) || !/^[0-9]/.test(b)) return compareText(a, b);
  const x = a.replace(/^0+(?=[0-9])/, "");
  const y = b.replace(/^0+(?=[0-9])/, "");
  return x.length - y.length || compareText(x, y);
}

/** Events by `recent_time`, newest first; missing or unreadable ones last; ties as listed (A16). */
export function orderEvents<T>(
  events: readonly T[],
  recentTimeOf: (event: T) => string | null | undefined,
): T[] {
  return events
    .map((event) => ({
      event,
      instant: instantOf(recentTimeOf(event)) ?? Number.NEGATIVE_INFINITY,
    }))
    .toSorted((a, b) => (a.instant === b.instant ? 0 : b.instant - a.instant))
    .map(({ event }) => event);
}
