/** A series: its definition file, and the races it is made of (pages.md C9). */
import { Failure } from "../api/failure";
import { linesByClock } from "../scoring/result-order";
import type { Line } from "../scoring/row";
import type { LinesOf } from "../scoring/series-people";
import { chooseYear, type SeriesYear } from "../scoring/series-definition";
import { boardsPart, type RaceBoard } from "./boards";
import { changedKeys } from "./compare";
import type { Part } from "./feed";
import { type Head, loadHead, loadPointer } from "./head";
import { loadSeriesFile } from "./series-file";
import { findLatestYear, isMissing } from "./years";

/** A display year of a definition file, and which of its races are published. */
export interface SeriesChoice {
  years: SeriesYear[];
  chosen: SeriesYear;
  /** Year keys that have results. */
  published: string[];
  /** The year that is followed: the live one, else the last published, else the latest. */
  followed: string;
}

interface SeriesEventYear {
  head: Head;
  boards: RaceBoard[];
}

/** The published event years of a series by their keys. */
export type SeriesEventYears = ReadonlyMap<string, SeriesEventYear>;

/** Why there is no series: the line shown below the 404 screen. */
export class NoSeries extends Failure {
  readonly reason: "no-file" | "no-year";

  constructor(reason: "no-file" | "no-year") {
    super(404);
    this.reason = reason;
  }
}

/** Reads the definition and finds out which races are published. */
export async function openSeries(slug: string, requested: string | null): Promise<SeriesChoice> {
  const years = await loadSeriesFile(slug);
  if (years === null) throw new NoSeries("no-file");
  return chooseSeries(slug, years, requested);
}

/** Like {@link openSeries}, for a definition that is already loaded. */
export async function chooseSeries(
  slug: string,
  years: SeriesYear[],
  requested: string | null,
): Promise<SeriesChoice> {
  const chosen = chooseYear(years, requested);
  if (chosen === null) throw new NoSeries("no-year");
  const keys = [
    ...new Set(chosen.series.flatMap(({ distances }) => distances.map(({ year }) => year))),
  ];
  const pointers = await Promise.all(
    keys.map(async (year) => ({ year, pointer: await pointerOf(slug, year) })),
  );
  const there = pointers.filter(({ pointer }) => pointer !== null);
  const live = there.find(({ pointer }) => pointer?.live === true);
  return {
    years,
    chosen,
    published: there.map(({ year }) => year),
    followed: live?.year ?? there.at(-1)?.year ?? (await findLatestYear(slug)),
  };
}

async function pointerOf(slug: string, year: string) {
  try {
    return await loadPointer(slug, year);
  } catch (thrown) {
    if (isMissing(thrown)) return null;
    throw thrown;
  }
}

/** Head and boards of every published year of the series, the followed one's together. */
export function seriesPart(slug: string, choice: SeriesChoice): Part<SeriesEventYears> {
  const own = boardsPart();
  const others = new Map<string, SeriesEventYear>();
  return {
    preview: () => null,
    load: async (opening, pointer) => {
      const [head, boards] = await Promise.all([opening, own.load(opening, pointer)]);
      await Promise.all(
        choice.published
          .filter((year) => year !== choice.followed && !others.has(year))
          .map(async (year) => {
            others.set(year, await loadYear(slug, year));
          }),
      );
      return new Map([...others, [choice.followed, { head, boards }]]);
    },
    follow: async (head, years, changes) => {
      const followed = await own.follow(head, years.get(choice.followed)?.boards ?? [], changes);
      return (
        followed && {
          ...followed,
          data: new Map([
            ...years,
            [choice.followed, { head: followed.head, boards: followed.data }],
          ]),
        }
      );
    },
    compare: (before, after) =>
      changedKeys(
        before.get(choice.followed)?.boards ?? [],
        after.get(choice.followed)?.boards ?? [],
      ),
  };
}

async function loadYear(slug: string, year: string): Promise<SeriesEventYear> {
  const pointer = await loadPointer(slug, year);
  const opening = loadHead(pointer);
  const [head, boards] = await Promise.all([opening, boardsPart().load(opening, pointer)]);
  return { head, boards };
}

/** Looks up the lines of a distance of a year, with result rows by the distance rule. */
export function linesOfYears(years: SeriesEventYears): LinesOf {
  const lines = new Map<string, readonly Line[]>();
  for (const [year, { boards }] of years) {
    for (const board of boards) lines.set(`${year}\n${board.distance}`, linesByClock(board));
  }
  return (year, distance) => lines.get(`${year}\n${distance}`);
}
