import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { matchesOf, type NamedResult, sameName, shardsFor } from "./name-index";

function result(changes: Partial<NamedResult> = {}): NamedResult {
  return {
    slug: "river",
    year: "2026",
    event: "River 10K",
    day: "2026-05-02",
    first: "Ana",
    last: "Ruiz",
    bib: "1",
    distance: "10 KM",
    gender: "F",
    age: 34,
    ...changes,
  };
}

const own = result();
const earlier = result({ slug: "lake", year: "2020", day: "2020-06-01", age: 28, gender: "W" });

describe("matches in the index (C1)", () => {
  const people = [
    result({ first: "Иван", last: "Петров" }),
    result({ first: "Zoë", last: "O'Neill", bib: "2" }),
    result({ first: "Ana María", last: "García López", bib: "3", day: "2026-06-01" }),
    result({ first: "Ana", last: "Lopes", bib: "4" }),
    result({ first: "Pat", last: "O'Brien", bib: "5" }),
    result({ first: "小明", last: "王", bib: "6" }),
    result({ first: "민준", last: "김", bib: "7" }),
  ];
  test.each([
    ["петр", ["1"]],
    ["ПЕТРОВ иван", ["1"]],
    ["oneill", ["2"]],
    ["ana lop", ["3", "4"]],
    ["lopez garcia", ["3"]],
    ["ana petrov", []],
    ["o brien", ["5"]],
    ["pat o brien", ["5"]],
    ["o brien p", ["5"]],
    ["rien", []],
    ["王小明", ["6"]],
    ["小明王", ["6"]],
    ["王 小明", ["6"]],
    ["김민준", ["7"]],
  ])("%s", (query, bibs) => {
    expect(matchesOf(people, query).map(({ bib }) => bib)).toEqual(bibs);
  });

  test("a result that stands in two files is one", () => {
    expect(matchesOf([own, { ...own }], "ruiz")).toEqual([own]);
  });
});

describe("the same name (C6)", () => {
  test("name, gender and an age that fits", () => {
    expect(sameName(own, [own, earlier])).toEqual({ same: [earlier], possible: [] });
  });

  test("another age or gender means another person", () => {
    const older = { ...earlier, age: 40 };
    const man = { ...earlier, gender: "M" };
    const another = { ...earlier, last: "Ruizo" };
    expect(sameName(own, [older, man, another])).toEqual({ same: [], possible: [] });
  });

  test("two people of one name and nearly one age are told apart", () => {
    const autumn = { slug: "moor", year: "2025", day: "2025-11-09", bib: "8" };
    // Before or after her birthday, and both in one race: she is 33 only once that year.
    const one = result({ ...autumn, age: 33 });
    const other = result({ ...autumn, age: 34, bib: "9" });
    const found = sameName(own, [one, other]);
    expect(found.same).toEqual([]);
    expect(found.possible).toEqual([[one], [other]]);
  });

  test("two bibs in one distance are two people", () => {
    expect(sameName(own, [{ ...own, bib: "2" }])).toEqual({ same: [], possible: [] });
  });

  test("a result without an age is only a possible match", () => {
    const undated = { ...earlier, age: 0, slug: "moor" };
    expect(sameName(own, [earlier, undated])).toEqual({ same: [earlier], possible: [[undated]] });
    expect(sameName({ ...own, age: 0 }, [earlier])).toEqual({ same: [], possible: [[earlier]] });
  });

  test("the last name may come first", () => {
    const turned = { ...earlier, first: "RUIZ", last: "Ána" };
    expect(sameName(own, [turned]).same).toEqual([turned]);
  });

  test("no result is listed twice, and no group has two results of one race", () => {
    const any = record({
      slug: constantFrom("a", "b", "c"),
      day: constantFrom("2024-03-01", "2025-11-09", "2026-05-02"),
      bib: constantFrom("1", "2"),
      age: integer({ min: 30, max: 36 }),
    });
    assert(
      property(array(any, { maxLength: 8 }), (some) => {
        const results = some.map((changes) => result({ ...changes, year: changes.day }));
        const { same, possible } = sameName(own, results);
        const told = [...same, ...possible.flat()];
        expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(told.length);
        expect(same.length === 0 || possible.every(([one]) => one?.age === 0)).toBe(true);
        for (const group of [same, ...possible]) {
          const bibs = group.map(({ slug, year, distance }) => `${slug} ${year} ${distance}`);
          expect(new Set(bibs).size).toBe(bibs.length);
        }
      }),
    );
  });
});

describe("the files that a search reads (C1)", () => {
  test("nothing where nothing is", () => {
    expect(shardsFor("ruiz", [])).toEqual({ shards: [], whole: true });
    expect(shardsFor("j", ["", "m"])).toEqual({ shards: [], whole: true });
  });

  test("a name in two words is looked for in one, too, and one without a blank in two", () => {
    const starts = ["", "m", "o", "p", "王 a", "王 k", "王 t"];
    expect(shardsFor("o brien", starts)).toEqual({ shards: [0, 2], whole: true });
    expect(shardsFor("mac leod", ["", "mac a", "mac k", "mac p", "macl"])).toEqual({
      shards: [0, 4],
      whole: true,
    });
    // All of 王 are too many; those of 小明 are few.
    expect(shardsFor("王小明", starts)).toEqual({ shards: [3, 6], whole: true });
  });

  test("a search never reads more than three files", () => {
    const name = array(constantFrom("o", "d", "mac", "ana", "ruiz", "王", "小明"), {
      minLength: 1,
      maxLength: 4,
    });
    assert(
      property(array(name, { maxLength: 40 }), name, (names, typed) => {
        const starts = [...new Set(["", ...names.map((words) => words.join(" "))])].toSorted();
        const shards = shardsFor(typed.join(" "), starts)?.shards ?? [];
        expect(shards.length).toBeLessThanOrEqual(3);
        expect(new Set(shards).size).toBe(shards.length);
      }),
    );
  });

  test("a name that many have needs another word", () => {
    const starts = ["", "garcia b", "garcia f", "garcia m", "lopez"];
    expect(shardsFor("garcia", starts)).toBeNull();
    expect(shardsFor("garcia ana", starts)).toEqual({ shards: [0, 3], whole: true });
    expect(
      shardsFor("maria garcia", ["", "garcia b", "garcia m", "maria g", "maria r", "maria x", "o"]),
    ).toEqual({ shards: [2, 3, 5], whole: false });
  });
});
