/** The series definition file (pages.md C9, api.md 9.1) and the year chosen from it. */

export interface SeriesRace {
  /** Year key of the event. */
  year: string;
  /** Distance name in that year. */
  name: string;
  /** Length of the race in `type` units. */
  value: number;
  /** Unit label of the pace ("mi", "km" …). */
  type: string;
}

/** One series of a display year. */
export interface Series {
  name: string;
  /** How many races count, which is also how many a runner needs: a whole number from 1 on. */
  best: number;
  distances: SeriesRace[];
  /** The organiser's answers about who is who. */
  people: PeopleAnswer[];
}

/** An answer of the organiser: whether runners are one person, or each somebody else (C9.2). */
export interface PeopleAnswer {
  same: boolean;
  runners: SeriesRunner[];
}

/** A runner of a race, never by the name: the file is public. */
export interface SeriesRunner {
  /** Year key of the event. */
  year: string;
  distance: string;
  bib: string;
}

export interface SeriesYear {
  displayYear: number;
  series: Series[];
}

/**
 * Reads the parsed file; null when it is not a list of years. Missing fields are "", 0 or empty
 * lists (A1).
 */
export function readSeriesFile(json: unknown): SeriesYear[] | null {
  if (!Array.isArray(json)) return null;
  return json.filter(isRecord).map((year) => ({
    displayYear: numberOf(year["display_year"]),
    series: readSeries(year["series"]),
  }));
}

/** Reads the list of series of one display year; a `best` below 1 counts as 1 (C9.3). */
export function readSeries(json: unknown): Series[] {
  return listOf(json).map((series) => ({
    name: textOf(series["name"]),
    best: Math.max(1, Math.floor(numberOf(series["best"])) || 1),
    distances: listOf(series["distances"]).map((race) => ({
      year: textOf(race["year"]),
      name: textOf(race["name"]),
      value: numberOf(race["value"]),
      type: textOf(race["type"]),
    })),
    people: listOf(series["people"])
      .filter(({ same }) => typeof same === "boolean")
      .map(({ same, runners }) => ({
        same: same === true,
        runners: listOf(runners).map((runner) => ({
          year: textOf(runner["year"]),
          distance: textOf(runner["distance"]),
          bib: textOf(runner["bib"]).trim(),
        })),
      })),
  }));
}

/**
 * The year whose text equals the requested one; the largest if none is requested; null when there
 * is none (C9).
 */
export function chooseYear<T extends { displayYear: number }>(
  years: readonly T[],
  requested: string | null,
): T | null {
  if (requested !== null)
    return years.find((year) => String(year.displayYear) === requested) ?? null;
  return years.toSorted((a, b) => b.displayYear - a.displayYear)[0] ?? null;
}

/**
 * Headings of the race columns: the complete name, with the year key when two races share it (C9
 * Page).
 */
export function raceHeadings(races: readonly SeriesRace[]): string[] {
  const names = races.map((race) => race.name);
  return races.map(({ name, year }) => {
    const shared = names.filter((other) => other === name).length > 1;
    return shared ? `${name} (${year})` : name;
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : Number(textOf(value)) || 0;
}
