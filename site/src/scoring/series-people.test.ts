import {
  array,
  assert,
  boolean,
  constantFrom,
  infiniteStream,
  nat,
  property,
  record,
  shuffledSubarray,
  tuple,
} from "fast-check";
import { describe, expect, test } from "vitest";
import { finished } from "../test/rows";
import type { Row } from "./row";
import { seriesStandings } from "./series";
import type { PeopleAnswer, Series } from "./series-definition";
import { type SeriesResult, seriesPeople } from "./series-people";

/** A runner as `[bib, first, last, gender, age]`; what is left out is not said. */
type Result = [bib: string, first: string, last?: string, gender?: string, age?: number];

/** The races of a series by the keys of their years; each has one distance. */
type Races = Record<string, Result[]>;

function rowOf([bib, first, last = "Orr", gender = "", age = 0]: Result): Partial<Row> {
  return { bib, first, last, gender, age, seconds: 2000 + Number.parseInt(bib, 10) };
}

function seriesOf(races: Races, people: PeopleAnswer[] = [], best = 1): Series {
  const distances = Object.keys(races).map((year) => ({
    year,
    name: "10K",
    value: 10,
    type: "km",
  }));
  return { name: "S", best, distances, people };
}

function linesOf(races: Races) {
  return (year: string) => races[year]?.map((entry) => finished(rowOf(entry)));
}

function solved(races: Races, answers: PeopleAnswer[] = []) {
  const series = seriesOf(races, answers);
  return { series, ...seriesPeople(series, linesOf(races)) };
}

/** Who is joined, each as "year bib", in an order of its own. */
function groups(races: Races, answers: PeopleAnswer[] = []): string[] {
  const { people, series } = solved(races, answers);
  return people
    .filter(({ runners }) => runners.length > 1)
    .map(({ runners }) =>
      runners
        .map(({ race, result }) => `${series.distances[race]?.year} ${result.bib}`)
        .toSorted()
        .join(" = "),
    )
    .toSorted();
}

function answer(same: boolean, ...runners: [year: string, bib: string][]): PeopleAnswer {
  return { same, runners: runners.map(([year, bib]) => ({ year, distance: "10K", bib })) };
}

test("the six of the two races: spellings, a missing gender, father and son", () => {
  const races: Races = {
    "2026-May": [
      ["1", "Jos\u00e9", "Orr", "M"],
      ["2", "Al", "O'Brien", "M"],
      ["3", "Gus", "Ivy", "M"],
      ["4", "René", "Day", "M"],
      ["5", "Bob", "Orr", "M", 50],
      ["6", "Cy", "Day", "M"],
    ],
    "2026-June": [
      ["11", "Jose\u0301", "Orr", "M"],
      ["12", "Al", "O\u2019Brien", "M"],
      ["13", "Gus", "Ivy"],
      ["14", "Rene", "Day", "M"],
      ["15", "Bob", "Orr", "M", 19],
      ["16", "Cy", "Day", "M"],
    ],
  };
  const rows = seriesStandings(seriesOf(races, [], 2), linesOf(races));
  expect(rows.map(({ name, genderPlace }) => [name, genderPlace])).toEqual([
    ["José Orr", 1],
    ["Al O'Brien", 2],
    ["Gus Ivy", 3],
    ["René Day", 4],
    ["Cy Day", 5],
  ]);
});

describe.each<[string, Races, string[]]>([
  [
    "the gender is that of whichever race says it",
    { "2025": [["1", "Gus"]], "2026": [["2", "Gus", "Orr", "Man"]], "2027": [["3", "GUS"]] },
    ["2025 1 = 2026 2 = 2027 3"],
  ],
  [
    "breaks inside of first and last name are nothing",
    { "2025": [["1", "Anna-Lena", "De la Cruz"]], "2026": [["2", "Anna Lena", "DeLaCruz"]] },
    ["2025 1 = 2026 2"],
  ],
  [
    "the break between first and last name is one",
    { "2025": [["1", "Anna", "Lena Groß"]], "2026": [["2", "Anna Lena", "Groß"]] },
    [],
  ],
  [
    "a year passes, and a birthday in December",
    {
      "2025": [["1", "Bob", "Orr", "M", 40]],
      "2026-Jan": [["2", "Bob", "Orr", "M", 40]],
      "2026-Dec": [["3", "Bob", "Orr", "M", 41]],
    },
    ["2025 1 = 2026-Dec 3 = 2026-Jan 2"],
  ],
  [
    "two years off are two people",
    { "2025": [["1", "Bob", "Orr", "M", 40]], "2026": [["2", "Bob", "Orr", "M", 43]] },
    [],
  ],
  [
    "ten years later the same age is somebody else",
    { "2016": [["1", "Bob", "Orr", "M", 40]], "2026": [["2", "Bob", "Orr", "M", 40]] },
    [],
  ],
  [
    "keys that begin with no year say nothing about ages, unless they are the same",
    {
      spring: [
        ["1", "Bob", "Orr", "M", 40],
        ["4", "Cy", "Orr", "M", 40],
      ],
      "20261-x": [["2", "Bob", "Orr", "M", 60]],
      "2026": [["3", "Bob", "Orr", "M", 20]],
    },
    ["2026 3 = 20261-x 2 = spring 1"],
  ],
  [
    "an age that cannot be is none",
    {
      "2025": [["1", "Bob", "Orr", "M", 40]],
      "2026": [["2", "Bob", "Orr", "M", 130]],
      "2027": [["3", "Bob", "Orr", "M", 0]],
    },
    ["2025 1 = 2026 2 = 2027 3"],
  ],
  [
    "A goes with B and B with C, but not A with C: nobody is joined",
    {
      "2025": [["1", "Bob", "Orr", "M", 40]],
      "2026": [["2", "Bob", "Orr", "M"]],
      "2027": [["3", "Bob", "Orr", "M", 60]],
    },
    [],
  ],
  [
    "a woman, a man and somebody whose gender is not said: nobody is joined",
    {
      "2025": [["1", "Kim", "Orr", "F"]],
      "2026": [["2", "Kim", "Orr"]],
      "2027": [["3", "Kim", "Orr", "M"]],
    },
    [],
  ],
  [
    "whose two races agree is joined, although a third could be hers or his",
    {
      "2024": [["1", "Kim", "Orr", "F"]],
      "2025": [["2", "Kim", "Orr", "F"]],
      "2026": [["3", "Kim", "Orr"]],
      "2027": [["4", "Kim", "Orr", "M"]],
    },
    ["2024 1 = 2025 2"],
  ],
  [
    "two of one name in one race are told apart by age",
    {
      "2025": [
        ["1", "Bob", "Orr", "M", 50],
        ["2", "Bob", "Orr", "M", 19],
      ],
      "2026": [
        ["3", "Bob", "Orr", "M", 20],
        ["4", "Bob", "Orr", "M", 51],
      ],
    },
    ["2025 1 = 2026 4", "2025 2 = 2026 3"],
  ],
  [
    "one of them without an age: nobody is joined",
    {
      "2025": [
        ["1", "Bob", "Orr", "M", 50],
        ["2", "Bob", "Orr", "M"],
      ],
      "2026": [["3", "Bob", "Orr", "M", 51]],
    },
    [],
  ],
  [
    "twins of one name: nobody is joined",
    {
      "2025": [
        ["1", "Bob", "Orr", "M", 50],
        ["2", "Bob", "Orr", "M", 50],
      ],
      "2026": [["3", "Bob", "Orr", "M", 51]],
    },
    [],
  ],
  [
    "anonymous people, people by initials and names without letters",
    {
      "2025": [
        ["1", "", ""],
        ["2", "B.", "O."],
        ["3", "?", "-"],
      ],
      "2026": [
        ["4", "", ""],
        ["5", "B.", "O."],
        ["6", "?", "-"],
      ],
    },
    [],
  ],
])("%s", (_, races, expected) => {
  test("is decided so", () => expect(groups(races)).toEqual(expected));
});

test("a runner who is joined with nobody is a person of one race", () => {
  const { people } = solved({
    "2025": [
      ["1", "Bob"],
      ["2", "Bob"],
      ["3", "Bob"],
    ],
    "2026": [
      ["4", "Bob"],
      ["5", "?", "?"],
    ],
  });
  expect(people.map(({ runners, undecided }) => [runners[0]?.result.bib, undecided])).toEqual(
    expect.arrayContaining([
      ["1", true],
      ["2", true],
      ["3", true],
      ["4", true],
      ["5", false],
    ]),
  );
});

describe("answers", () => {
  const spelled: Races = {
    "2025": [["1", "René", "Day"]],
    "2026": [["2", "Renée", "Day"]],
    "2027": [["3", "Rene", "Day"]],
    "2028": [["4", "Renee", "Day"]],
  };

  test("one person, joined with all runners of either spelling", () => {
    expect(groups(spelled)).toEqual(["2025 1 = 2027 3", "2026 2 = 2028 4"]);
    const { people, answers } = solved(spelled, [answer(true, ["2025", "1"], ["2026", "2"])]);
    expect(people.map(({ runners, answered }) => [runners.length, answered])).toEqual([[4, true]]);
    expect(answers).toEqual(["counts"]);
  });

  test("other people of either spelling are not drawn in", () => {
    const races: Races = {
      "2025": [["1", "Jon", "Orr", "M", 20]],
      "2026": [["2", "John", "Orr", "M", 21]],
      "2027": [["3", "Jon", "Orr", "M", 60]],
      "2028": [["4", "John", "Orr", "M", 61]],
    };
    expect(groups(races, [answer(true, ["2025", "1"], ["2026", "2"])])).toEqual([
      "2025 1 = 2026 2",
    ]);
  });

  test("one person although gender and age differ: a typing error is the organiser's to know", () => {
    const races: Races = {
      "2025": [["1", "Bob", "Orr", "M", 50]],
      "2026": [["2", "Bob", "Orr", "F", 15]],
    };
    expect(groups(races, [answer(true, ["2025", "1"], ["2026", "2"])])).toEqual([
      "2025 1 = 2026 2",
    ]);
  });

  test("two people of one name", () => {
    const races: Races = { "2025": [["1", "Bob"]], "2026": [["2", "Bob"]], "2027": [["3", "Bob"]] };
    const two = answer(false, ["2025", "1"], ["2026", "2"]);
    expect(groups(races, [two]), "the third could be either").toEqual([]);
    expect(groups(races, [two, answer(true, ["2027", "3"], ["2026", "2"])])).toEqual([
      "2026 2 = 2027 3",
    ]);
  });

  test("a runner who is not in the results, or no longer under a name, is passed over", () => {
    const races = { ...spelled, "2028": [["4", "", ""] as Result] };
    const { people, answers } = solved(races, [
      answer(true, ["2025", "1"], ["2026", "99"]),
      answer(true, ["2026", "2"], ["2028", "4"]),
      answer(true, ["2025", "1"], ["2026", "2"], ["2026", "99"]),
    ]);
    expect(answers).toEqual(["gone", "gone", "counts"]);
    expect(people.map(({ runners }) => runners.length)).toEqual([3]);
  });

  test.each([
    ["two runners of one race", [answer(true, ["2025", "1"], ["2025", "9"])]],
    [
      "two runners of one race by a detour",
      [answer(true, ["2025", "1"], ["2026", "2"]), answer(true, ["2026", "2"], ["2025", "9"])],
    ],
    [
      "who are two by another answer",
      [answer(true, ["2025", "1"], ["2026", "2"]), answer(false, ["2026", "2"], ["2025", "1"])],
    ],
  ])("none of those that join %s counts", (_, answers) => {
    const races = { ...spelled, "2025": [...(spelled["2025"] ?? []), ["9", "Zoë"] as Result] };
    const solution = solved(races, answers);
    expect(solution.answers).toEqual(answers.map(({ same }) => (same ? "contradicts" : "counts")));
    expect(groups(races, answers)).toEqual(["2025 1 = 2027 3", "2026 2 = 2028 4"]);
  });
});

const entry = tuple(
  constantFrom("Bob", "bób", "Jon", "John"),
  constantFrom("", "", "M", "F"),
  constantFrom(0, 19, 20, 21, 22, 50, 51),
);
const field = record({
  races: array(array(entry, { maxLength: 4 }), { minLength: 2, maxLength: 5 }),
  keys: shuffledSubarray(["2024-A", "2025-A", "2026-May", "2026-June", "autumn"], {
    minLength: 5,
  }),
  answers: array(tuple(boolean(), array(tuple(nat(4), nat(3)), { minLength: 2, maxLength: 3 })), {
    maxLength: 3,
  }),
});

function racesFrom({ races, keys }: { races: [string, string, number][][]; keys: string[] }) {
  return races.map((entries, race): [string, Result[]] => [
    keys[race] ?? "",
    entries.map(([first, gender, age], index) => [String(index), first, "Orr", gender, age]),
  ]);
}

function answersFrom(drawn: [boolean, [number, number][]][], keys: string[]): PeopleAnswer[] {
  return drawn.map(([same, runners]) =>
    answer(
      same,
      ...runners.map(([race, bib]): [string, string] => [keys[race] ?? "", String(bib)]),
    ),
  );
}

test("no order of races, rows and answers decides who is joined", () => {
  assert(
    property(field, infiniteStream(nat(1000)), (drawn, numbers) => {
      const shuffled = <T>(items: T[]): T[] =>
        items
          .map((item) => ({ item, at: numbers.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ item }) => item);
      const races = racesFrom(drawn);
      const answers = answersFrom(drawn.answers, drawn.keys);
      const mixed = shuffled(
        races.map(([key, entries]): [string, Result[]] => [key, shuffled(entries)]),
      );
      expect(groups(Object.fromEntries(mixed), shuffled(answers))).toEqual(
        groups(Object.fromEntries(races), answers),
      );
    }),
    { numRuns: 1000 },
  );
});

test("every runner is in exactly one person; those joined by name do not contradict each other", () => {
  assert(
    property(field, (drawn) => {
      const races = Object.fromEntries(racesFrom(drawn));
      const answers = answersFrom(drawn.answers, drawn.keys);
      const { people } = solved(races, answers);
      const all = people.flatMap(({ runners }) => runners);
      expect(new Set(all).size).toBe(all.length);
      expect(all).toHaveLength(Object.values(races).flat().length);
      for (const { runners, answered } of people) {
        expect(new Set(runners.map(({ race }) => race)).size).toBe(runners.length);
        if (answered) continue;
        expect(new Set(runners.map(({ name }) => name)).size).toBe(1);
        expect(new Set(runners.flatMap(({ gender }) => gender || [])).size).toBeLessThan(2);
      }
    }),
  );
});

/** The rule for two results, without answers (C9.2). */
const could = (a: SeriesResult, b: SeriesResult) =>
  a === b ||
  (a.race !== b.race &&
    a.name === b.name &&
    (a.gender === b.gender || a.gender === "" || b.gender === "") &&
    !(a.born && b.born && a.born.by === b.born.by && Math.abs(a.born.year - b.born.year) > 1));

test("two runners are joined exactly if both have the same candidates, by the rule written out", () => {
  assert(
    property(field, (drawn) => {
      const races = Object.fromEntries(racesFrom(drawn));
      const { people } = solved(races);
      const person = new Map(people.flatMap((one) => one.runners.map((runner) => [runner, one])));
      const runners = [...person.keys()];
      for (const a of runners) {
        expect(person.get(a)?.undecided).toBe(
          runners.some((b) => could(a, b) && person.get(a) !== person.get(b)),
        );
        for (const b of runners) {
          const alike = runners.every((other) => could(a, other) === could(b, other));
          expect(person.get(a) === person.get(b)).toBe(a === b || alike);
        }
      }
    }),
    { numRuns: 500 },
  );
});

test("twelve races of five thousand, half of them under one name, take no quadratic time", () => {
  const races: Races = Object.fromEntries(
    Array.from({ length: 12 }, (_, race) => [
      `2026-${race}`,
      Array.from({ length: 5000 }, (__, index): Result => {
        const odd = index % 2 === 1;
        return [
          String(index),
          odd ? "Unknown" : `Ana ${index}`,
          odd ? "Runner" : "Orr",
          "F",
          odd ? (index * 7) % 130 : 0,
        ];
      }),
    ]),
  );
  const lines = linesOf(races);
  const read = new Map(Object.keys(races).map((year) => [year, lines(year)]));
  const started = performance.now();
  const { people } = seriesPeople(seriesOf(races), (year) => read.get(year));
  const took = performance.now() - started;
  expect(people.filter(({ runners }) => runners.length === 12)).toHaveLength(2500);
  expect(took).toBeLessThan(4000);
});
