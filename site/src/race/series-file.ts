/** The series in an event's definition file, and which of them an event year belongs to. */
import { asFailure, Failure } from "../api/failure";
import { getText } from "../api/http";
import { readSeriesFile, type SeriesYear } from "../scoring/series-definition";
import { seriesPath } from "./years";

/** Reads an event's definition; null where there is none. */
export async function loadSeriesFile(slug: string): Promise<SeriesYear[] | null> {
  try {
    return readSeriesFile(
      JSON.parse(await getText(seriesPath(encodeURIComponent(slug.toLowerCase())))),
    );
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.status === 0) throw asFailure(thrown);
    return null;
  }
}

/** The display years with a race of an event year, newest first, and names of their series. */
export function seriesOf(
  years: readonly SeriesYear[],
  year: string,
): { displayYear: string; names: string[] }[] {
  return years
    .toSorted((a, b) => b.displayYear - a.displayYear)
    .map(({ displayYear, series }) => ({
      displayYear: String(displayYear),
      names: series
        .filter(({ distances }) => distances.some((race) => race.year === year))
        .map(({ name }) => name),
    }))
    .filter(({ names }) => names.length > 0);
}
