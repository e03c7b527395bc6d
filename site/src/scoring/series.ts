/** Series standings: points and average pace over several races (pages.md C9 Scoring). */
import { compareBibs } from "../format/bib";
import { genderHeading, genderOf } from "../format/gender";
import { fullName } from "../format/name";
import { convertLength, floorGuarded, minutesAndSeconds, paceSeconds } from "../format/pace";
import { compareText } from "../format/text";
import { counter } from "./rank-by";
import { compareClock } from "./result-order";
import type { Row } from "./row";
import type { Series, SeriesRace } from "./series-definition";
import { type Person as Joined, type LinesOf, seriesPeople } from "./series-people";

/** One race of one person. */
export interface RaceResult {
  /** Place among the qualified people of the race; not shared. */
  place: number;
  result: Row;
  /** Whether it counts for the points (equal places: the earlier race). */
  counts: boolean;
}

/** One qualified person. */
export interface SeriesPerson {
  /** Unique in the series: the first race that the person ran, and the bib there. */
  id: string;
  /** As written in the first race, in file order, that the person ran. */
  name: string;
  points: number;
  /** Average pace, "8:42/mi"; "" without one. */
  pace: string;
  overall: number;
  /** Place within the gender; null for an unspecified gender. */
  genderPlace: number | null;
  /** Place within gender and age group; null without gender or age group. */
  agePlace: number | null;
  /** Heading word of the gender (A6), and age group: of the first race of the person that says it. */
  gender: string;
  genderCode: string;
  ageGroup: string;
  /** One entry per race in file order; null if not run. */
  races: (RaceResult | null)[];
}

/** A person with a result per race; index = position of the race in the file. */
interface Person {
  /** Lower-cased "first last". */
  key: string;
  id: string;
  name: string;
  /** As the first race, in file order, that says it. */
  gender: string;
  ageGroup: string;
  results: (Row | null)[];
}

/** A qualified person with the numbers that decide the order. */
interface Scored {
  person: Person;
  races: (RaceResult | null)[];
  points: number;
  /** Whole seconds per unit; null without an average. */
  pace: number | null;
}

/** The standings of one series, best first; empty when nobody qualified. */
export function seriesStandings(series: Series, linesOf: LinesOf): SeriesPerson[] {
  const { best } = series;
  const people = seriesPeople(series, linesOf)
    .people.filter(({ runners }) => runners.length >= best)
    .map((person) => scoredPerson(person, series.distances.length));
  const places = series.distances.map((_, race) => racePlaces(people, race));
  const lengths = lengthsInFirstUnit(series.distances);
  const scored = people.map((person): Scored => {
    const races = countBest(
      person.results.map((result, race) => raceResult(result, places[race]?.get(person))),
      best,
    );
    return { person, races, points: pointsOf(races), pace: averagePace(person, lengths, best) };
  });
  const place = counter();
  const unit = series.distances[0]?.type ?? "";
  return scored
    .toSorted(compareScored)
    .map((entry, index) => standing(entry, index + 1, unit, place));
}

function standing(
  entry: Scored,
  overall: number,
  unit: string,
  place: (key: string) => number,
): SeriesPerson {
  const { person, races, points, pace } = entry;
  const { ageGroup } = person;
  const { group, code } = genderOf(person.gender);
  return {
    id: person.id,
    name: person.name,
    points,
    pace: pace === null ? "" : `${minutesAndSeconds(pace)}/${unit}`,
    overall,
    genderPlace: group === "" ? null : place(group),
    agePlace: group === "" || ageGroup === "" ? null : place(`${group}\n${ageGroup}`),
    gender: genderHeading(person.gender),
    genderCode: code,
    ageGroup,
    races,
  };
}

/** The results of a person, who is described by what the races say first, in file order. */
function scoredPerson({ runners }: Joined, races: number): Person {
  const results: (Row | null)[] = Array.from({ length: races }, () => null);
  for (const { race, result } of runners) results[race] = result;
  const [first] = runners;
  const name = fullName(first?.result.first ?? "", first?.result.last ?? "");
  return {
    key: name.toLowerCase(),
    id: `${first?.race ?? 0}\n${first?.result.bib ?? ""}`,
    name,
    gender: runners.find(({ gender }) => gender !== "")?.result.gender ?? "",
    ageGroup: runners.find(({ result }) => result.ageGroup !== "")?.result.ageGroup ?? "",
    results,
  };
}

/** Places of the qualified people in one race by clock time, ties by name (C9.4). */
function racePlaces(people: readonly Person[], race: number): Map<Person, number> {
  const runners = people.flatMap((person) => {
    const result = person.results[race];
    return result ? [{ person, result }] : [];
  });
  const ordered = runners.toSorted(
    (a, b) =>
      compareClock(a.result, b.result) ||
      compareText(a.person.key, b.person.key) ||
      compareBibs(a.result.bib, b.result.bib),
  );
  return new Map(ordered.map(({ person }, index) => [person, index + 1]));
}

function raceResult(result: Row | null, place: number | undefined): RaceResult | null {
  return result === null || place === undefined ? null : { place, result, counts: false };
}

/** Marks the `best` lowest places; if places are equal, the earlier race counts. */
function countBest(races: (RaceResult | null)[], best: number): (RaceResult | null)[] {
  const run = races.filter((race) => race !== null);
  for (const race of run.toSorted((a, b) => a.place - b.place).slice(0, best)) race.counts = true;
  return races;
}

function pointsOf(races: readonly (RaceResult | null)[]): number {
  return races.reduce((sum, race) => sum + (race?.counts === true ? race.place : 0), 0);
}

/** Lengths in the unit of the first race; null when one of them cannot be converted (C9.6). */
function lengthsInFirstUnit(races: readonly SeriesRace[]): number[] | null {
  const unit = races[0]?.type ?? "";
  const lengths = races
    .map((race) => convertLength(race.value, race.type, unit))
    .filter((value) => value !== null);
  return lengths.length === races.length ? lengths : null;
}

/** Mean of the `best` lowest race paces, rounded down; null when there are fewer (C9.5, C9.6). */
function averagePace(
  person: Person,
  lengths: readonly number[] | null,
  best: number,
): number | null {
  if (lengths === null) return null;
  const paces = person.results
    .map((result, race) =>
      result === null ? null : paceSeconds(result.seconds, lengths[race] ?? 0),
    )
    .filter((value) => value !== null)
    .toSorted((a, b) => a - b)
    .slice(0, best);
  return paces.length < best
    ? null
    : floorGuarded(paces.reduce((sum, value) => sum + value, 0) / best);
}

/**
 * Orders by points; then average pace, blank last; then name (C9.7). Gender and first race make the
 * order total.
 */
function compareScored(a: Scored, b: Scored): number {
  const pace = (a.pace ?? Number.MAX_SAFE_INTEGER) - (b.pace ?? Number.MAX_SAFE_INTEGER);
  return (
    a.points - b.points ||
    pace ||
    compareText(a.person.key, b.person.key) ||
    compareText(genderOf(a.person.gender).group, genderOf(b.person.gender).group) ||
    compareText(a.person.id, b.person.id)
  );
}
