/**
 * Series whose definition this visit has read. The files of a race do not say that it is part of a series, and asking for a definition on
 * every page of every race would mostly find none; who comes from a series finds the way back to it.
 */
import type { SeriesYear } from "../scoring/series-definition";

const seen = new Map<string, readonly SeriesYear[]>();

/** Keeps what the definition of an event says; null where it has none. */
export function seeSeries(slug: string, years: readonly SeriesYear[] | null): void {
  seen.set(slug.toLowerCase(), years ?? []);
}

/** The display years with a race of an event year, and the names of their series that have it, newest first. */
export function seenSeriesOf(slug: string, year: string): { displayYear: string; names: string[] }[] {
  return (seen.get(slug.toLowerCase()) ?? [])
    .toSorted((a, b) => b.displayYear - a.displayYear)
    .map(({ displayYear, series }) => ({
      displayYear: String(displayYear),
      names: series.filter(({ distances }) => distances.some((race) => race.year === year)).map(({ name }) => name),
    }))
    .filter(({ names }) => names.length > 0);
}

/** For tests: a visit that has read none. */
export function forgetSeries(): void {
  seen.clear();
}
