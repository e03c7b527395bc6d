/**
 * Publishes event years whose runners have all finished, of any distance, division and age, for
 * tests of pages that rank them again.
 */
import { columns, type Network, publishPointer, raceYear } from "./published";

/** A finisher; by default a woman of 30 without a division. Listed by place. */
export interface FileFinisher {
  bib: string;
  first: string;
  seconds: number;
  gender?: string;
  age?: number;
  ageGroup?: string;
  division?: string;
}

/** A published year of "River Run", whose slug is "race". */
export interface FileYear {
  year?: string;
  /** All years of the event; by default only this one. */
  years?: string[];
  live?: boolean;
  version?: number;
  boards: Record<string, FileFinisher[]>;
  /** By distance. */
  certifications?: Record<string, string>;
}

/** The distinct texts, and for each runner the position of theirs. */
function column(texts: string[]): [different: string[], positions: number[]] {
  const different = [...new Set(texts)];
  return [different, texts.map((text) => different.indexOf(text))];
}

function board(distance: string, runners: readonly FileFinisher[]) {
  const [genders, g] = column(runners.map(({ gender = "Woman" }) => gender));
  const [ageGroups, ag] = column(runners.map(({ ageGroup = "" }) => ageGroup));
  const [divisions, div] = column(runners.map(({ division = "" }) => division));
  return {
    format: 2,
    distance,
    lines: runners.length,
    passages: [],
    genders,
    age_groups: ageGroups,
    segments: ["Finish"],
    divisions,
    c: columns({
      bib: runners.map(({ bib }) => bib),
      g,
      ag,
      div,
      age: runners.map(({ age = 30 }) => age),
      r: runners.map((_, index) => index + 1),
      s: runners.map(({ seconds }) => seconds),
    }),
    counts: [],
    names: { first: runners.map(({ first }) => first), last: runners.map(() => "Runner") },
  };
}

/** Publishes a version of an event year, all of it in the head. */
export function publishFinishers(
  network: Network,
  {
    year = "2026",
    years = [year],
    live = false,
    version = 1,
    boards,
    certifications = {},
  }: FileYear,
): void {
  const folder = `results/race/${year}/`;
  const yearOf = (key: string) => raceYear(key, { live });
  publishPointer(network, version, { year, live });
  network.files.set(`${folder}h-${version}.json`, {
    event: { name: "River Run", slug: "race", type: "distance" },
    event_year: yearOf(year),
    years: years.map(yearOf),
    distances: Object.entries(certifications).map(([name, certification]) => ({
      name,
      certification,
    })),
    segments: [],
    age_groups: [],
    shards: null,
    people: null,
    boards: Object.entries(boards).map(([distance, runners]) => ({
      distance,
      lines: runners.length,
      first: board(distance, runners),
    })),
  });
}
