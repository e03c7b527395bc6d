import { describe, expect, test } from "vitest";
import { finished, randomFrom } from "../test/rows";
import { type NearMiss, nameOf, nearMisses } from "./near-misses";
import type { PeopleAnswer, Series } from "./series-definition";
import { seriesJoins } from "./series-joins";
import { type Person, seriesPeople } from "./series-people";

type Result = [bib: string, first: string, last?: string, gender?: string, age?: number];
type Races = Record<string, Result[]>;

function peopleOf(races: Races, people: PeopleAnswer[] = []) {
  const distances = Object.keys(races).map((year) => ({
    year,
    name: "10K",
    value: 10,
    type: "km",
  }));
  const series: Series = { name: "S", best: 2, distances, people };
  const lines = new Map(
    Object.entries(races).map(([year, entries]) => [
      year,
      entries.map(([bib, first, last = "Orr", gender = "", age = 0]) =>
        finished({ bib, first, last, gender, age, seconds: 2000 }),
      ),
    ]),
  );
  return seriesPeople(series, (year) => lines.get(year));
}

const bibsOf = ({ runners }: Person) => runners.map(({ result }) => result.bib).join("+");
const written = ({ people, like }: NearMiss) =>
  `${people.map(bibsOf).toSorted().join(" ~ ")} ${like}`;

function asked(races: Races, answers: PeopleAnswer[] = []): string[] {
  return nearMisses(peopleOf(races, answers), 2).misses.map(written).toSorted();
}

/** Two names, each of a race of its own. */
function likeness([first, last]: [string, string], [first2, last2]: [string, string]) {
  const { misses } = nearMisses(
    peopleOf({ "2025": [["1", first, last]], "2026": [["2", first2, last2]] }),
    2,
  );
  return misses[0]?.like ?? null;
}

describe("near misses", () => {
  test.each<[string, [string, string], [string, string], string | null]>([
    ["the break at another place", ["Anna", "Lena Groß"], ["Anna Lena", "Gross"], "letters"],
    ["first and last name exchanged", ["Bob", "Orr"], ["Orr", "Bob"], "letters"],
    ["two letters exchanged", ["Jonh", "Orr"], ["John", "Orr"], "letters"],
    ["one letter more", ["Renee", "Day"], ["René", "Day"], "one-letter"],
    ["another letter", ["Katharina", "Voß"], ["Catharina", "Voss"], "one-letter"],
    ["another letter at the end", ["Cy", "Day"], ["CY", "DAX"], "one-letter"],
    ["an umlaut written out", ["Jörg", "Müller"], ["Jörg", "Mueller"], "one-letter"],
    ["a letter of another script", ["Анна", "Орлова"], ["Анна", "Орлов"], "one-letter"],
    ["equal as they are compared", ["René", "Day"], ["RENE", "day"], null],
    ["two letters off", ["Jon", "Orr"], ["Jane", "Orr"], null],
    ["another number", ["Team", "12"], ["Team", "13"], null],
    ["digits in another order", ["Team", "12"], ["Team", "21"], null],
    ["another sign of a name in signs", ["王", "小明明"], ["汪", "小明明"], null],
    ["too short to be told", ["Li", "B"], ["Li", "N"], null],
  ])("%s", (_, one, other, expected) => {
    expect(likeness(one, other)).toBe(expected);
    expect(likeness(other, one)).toBe(expected);
  });

  test("not those whom race, gender or age tell apart, nor those who are answered", () => {
    expect(
      asked({
        "2025": [
          ["1", "Renee", "Day", "F", 40],
          ["2", "Rene", "Day", "F", 40],
          ["3", "Jonas", "Ivy", "M"],
          ["4", "Maria", "Fox", "", 20],
        ],
        "2026": [
          ["5", "Renée", "Dai", "F", 41],
          ["6", "Jona", "Ivy", "F"],
          ["7", "Marie", "Fox", "", 60],
        ],
      }),
    ).toEqual(["1 ~ 5 one-letter"]);
    const two: Races = { "2025": [["1", "Rene", "Day"]], "2026": [["2", "Renee", "Day"]] };
    const runners = [
      { year: "2025", distance: "10K", bib: "1" },
      { year: "2026", distance: "10K", bib: "2" },
    ];
    expect(asked(two)).toEqual(["1 ~ 2 one-letter"]);
    expect(asked(two, [{ same: false, runners }])).toEqual([]);
    expect(asked(two, [{ same: true, runners }])).toEqual([]);
  });

  test("namesakes who could not be told apart are asked about, too; anonymous people are not", () => {
    expect(
      asked({
        "2025": [
          ["1", "Bob"],
          ["2", "Bob"],
          ["8", "", ""],
          ["9", "B.", "O."],
        ],
        "2026": [
          ["3", "Bob"],
          ["7", "", ""],
          ["6", "B.", "P."],
        ],
      }),
    ).toEqual(["1 ~ 3 namesakes", "2 ~ 3 namesakes"]);
  });

  test("pairs whom an answer brings into the standings come first", () => {
    const races: Races = {
      "2024": [["1", "Abel", "Orr"]],
      "2025": [["2", "Abel", "Orr"]],
      "2026": [
        ["3", "Abel", "Orr"],
        ["5", "Zoes", "Day"],
      ],
      "2027": [
        ["4", "Abela", "Orr"],
        ["6", "Zoe", "Day"],
      ],
    };
    const order = (all: Races) => nearMisses(peopleOf(all), 2).misses.map(written);
    expect(order(races)).toEqual(["1+2+3 ~ 4 one-letter", "5 ~ 6 one-letter"]);
    expect(order({ ...races, "2028": [["7", "Abela", "Orr"]] })).toEqual([
      "5 ~ 6 one-letter",
      "1+2+3 ~ 4+7 one-letter",
    ]);
    expect(nearMisses(peopleOf(races), 4).misses.map(written)[0]).toBe("1+2+3 ~ 4 one-letter");
  });

  test("twelve races of five thousand: the comparisons grow with the names, not with their square", () => {
    const random = randomFrom(34);
    const word = (least: number) =>
      Array.from({ length: least + Math.floor(random() * 4) }, (_, index) =>
        (index % 2 === 0 ? "bcdfghklmnprstvz" : "aeiou").charAt(
          Math.floor(random() * (index % 2 === 0 ? 16 : 5)),
        ),
      ).join("");
    const [firsts, lasts] = [
      Array.from({ length: 400 }, () => word(3)),
      Array.from({ length: 6000 }, () => word(4)),
    ];
    const races: Races = Object.fromEntries(
      Array.from({ length: 12 }, (_, race) => [
        `2026-${race}`,
        Array.from(
          { length: 5000 },
          (__, bib): Result => [
            String(bib),
            firsts[Math.floor(random() * firsts.length)] ?? "",
            lasts[Math.floor(random() * lasts.length)] ?? "",
            random() < 0.5 ? "F" : "M",
            20 + Math.floor(random() * 50),
          ],
        ),
      ]),
    );
    const people = peopleOf(races);
    const started = performance.now();
    const { misses, comparisons } = nearMisses(people, 2);
    expect(seriesJoins(people).alike).toBeLessThan(60_000);
    const took = performance.now() - started;
    expect(misses.length).toBeGreaterThan(50);
    expect(comparisons).toBeLessThan(20 * people.people.length);
    expect(took).toBeLessThan(10_000);
  });
});

describe("joined runners and the reasons", () => {
  test("counts what says nothing, and lists the rest", () => {
    const runners = [
      { year: "2025", distance: "10K", bib: "9" },
      { year: "2026", distance: "10K", bib: "19" },
    ];
    const { single, alike, joins } = seriesJoins(
      peopleOf(
        {
          "2025": [
            ["1", "Once"],
            ["2", "Cy", "Day", "M"],
            ["3", "René", "Day", "M", 30],
            ["4", "Gus", "Ivy"],
            ["5", "Bob", "Orr", "M", 50],
            ["6", "Kim", "Fox"],
            ["7", "Kim", "Fox"],
            ["8", "Al", "Fox", "M"],
            ["9", "Jon", "Fox"],
          ],
          "2026": [
            ["12", "Cy", "Day", "M"],
            ["13", "Rene", "Day", "M", 31],
            ["14", "Gus", "Ivy", "M"],
            ["15", "Bob", "Orr", "M", 19],
            ["16", "Kim", "Fox"],
            ["18", "Al", "Fox", "F"],
            ["19", "John", "Fox"],
          ],
        },
        [{ same: true, runners }],
      ),
    );
    expect([single, alike]).toEqual([1, 1]);
    expect(joins.map(({ person, reason }) => [bibsOf(person), nameOf(person), reason])).toEqual([
      ["6", "Kim Fox", { kind: "undecided" }],
      ["7", "Kim Fox", { kind: "undecided" }],
      ["16", "Kim Fox", { kind: "undecided" }],
      ["9+19", "Jon Fox", { kind: "answer" }],
      ["8", "Al Fox", { kind: "apart", by: ["gender"] }],
      ["18", "Al Fox", { kind: "apart", by: ["gender"] }],
      ["5", "Bob Orr", { kind: "apart", by: ["age"] }],
      ["15", "Bob Orr", { kind: "apart", by: ["age"] }],
      ["4+14", "Gus Ivy", { kind: "name", ages: false }],
      ["3+13", "René Day", { kind: "name", ages: true }],
    ]);
  });
});
