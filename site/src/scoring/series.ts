/** Series standings: points and average pace over several races (pages.md C9 Scoring). */
import { compareBibs } from "../format/bib";
import { genderHeading, genderOf } from "../format/gender";
import { fullName, isAnonymous, isByInitials } from "../format/name";
import { convertLength, floorGuarded, minutesAndSeconds, paceSeconds } from "../format/pace";
import { compareText } from "../format/text";
import { counter } from "./rank-by";
import { byClock, compareClock, type Finisher, finishersOf } from "./result-order";
import type { Line, Row } from "./row";
import type { Series, SeriesRace } from "./series-definition";

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
  /** Heading word of the gender (A6) and age group of the first race the person ran. */
  gender: string;
  genderCode: string;
  ageGroup: string;
  /** One entry per race in file order; null if not run. */
  races: (RaceResult | null)[];
}

/** The lines of one distance of one year; undefined when there are none. */
export type LinesOf = (year: string, distance: string) => readonly Line[] | undefined;

/** A person with a result per race; index = position of the race in the file. */
interface Person {
  /** Lower-cased "first last". */
  key: string;
  name: string;
  /** The row of the first race, in file order, that the person ran. */
  first: Row;
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
  const people = peopleOf(series.distances, linesOf).filter((person) => ran(person) >= best);
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
  const { ageGroup } = person.first;
  const { group, code } = genderOf(person.first.gender);
  return {
    name: person.name,
    points,
    pace: pace === null ? "" : `${minutesAndSeconds(pace)}/${unit}`,
    overall,
    genderPlace: group === "" ? null : place(group),
    agePlace: group === "" || ageGroup === "" ? null : place(`${group}\n${ageGroup}`),
    gender: genderHeading(person.first.gender),
    genderCode: code,
    ageGroup,
    races,
  };
}

/**
 * Everybody who ran a race: equal lower-cased name and gender mean the same person (C9.1, C9.2).
 */
function peopleOf(races: readonly SeriesRace[], linesOf: LinesOf): Person[] {
  const people = new Map<string, Person>();
  races.forEach((race, index) => {
    const finishers = finishersOf(linesOf(race.year, race.name) ?? []);
    for (const { result } of byClock(finishers.filter(isNamed))) {
      const name = fullName(result.first, result.last);
      const key = `${name.toLowerCase()}\n${genderOf(result.gender).group}`;
      const person = people.get(key) ?? newPerson(name, result, races.length);
      people.set(key, person);
      person.results[index] ??= result;
    }
  });
  return [...people.values()];
}

/** People shown by their initials cannot be told from others with the same initials. */
function isNamed({ result }: Finisher): boolean {
  return !isAnonymous(result) && !isByInitials(result);
}

function newPerson(name: string, first: Row, races: number): Person {
  return {
    key: name.toLowerCase(),
    name,
    first,
    results: Array.from({ length: races }, () => null),
  };
}

function ran(person: Person): number {
  return person.results.filter((result) => result !== null).length;
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
 * Orders by points; then average pace, blank last; then name (C9.7). The gender makes the order
 * total: names are unique within it.
 */
function compareScored(a: Scored, b: Scored): number {
  const pace = (a.pace ?? Number.MAX_SAFE_INTEGER) - (b.pace ?? Number.MAX_SAFE_INTEGER);
  return (
    a.points - b.points ||
    pace ||
    compareText(a.person.key, b.person.key) ||
    compareText(genderOf(a.person.first.gender).group, genderOf(b.person.first.gender).group)
  );
}
