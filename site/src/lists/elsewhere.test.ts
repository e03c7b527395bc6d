import { describe, expect, test } from "vitest";
import { fullName, isAnonymous } from "../format/name";
import { aBoard, aFinish, finished, randomBoard, randomFrom } from "../test/rows";
import { foundIn, mayMatch, NAMED, orderFound } from "./elsewhere";

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

const GUN = { eventType: "distance", basis: "clock" } as const;

describe("matches in a board", () => {
  const board = aBoard([
    finished({ bib: "12", first: "Zoë", last: "Müller", ranking: 2, seconds: 200 }),
    finished({ bib: "7", first: "Ana", last: "Muller", ranking: 1, seconds: 100 }),
    finished({
      bib: "13",
      first: "Eve",
      last: "Muller",
      anonymous: true,
      ranking: 3,
      seconds: 300,
    }),
    finished({ bib: "14", ranking: 4, seconds: 400 }),
  ]);

  test.each([
    ["muller", ["7", "12"]],
    ["  ANA  muller ", ["7"]],
    ["12", ["12"]],
    ["1", null],
    ["13", null],
    ["14", null],
    ["eve", null],
  ])("%j: %j", (query, bibs) => {
    expect(foundIn(board, query, GUN)?.lines.map(({ row }) => row.bib) ?? null).toEqual(bibs);
  });

  test("names the first in the order of the table, and counts all", () => {
    const many = aBoard(
      Array.from({ length: 30 }, (_, index) =>
        finished({ bib: String(index), first: "Ana", ranking: 30 - index, seconds: 30 - index }),
      ),
    );
    const found = foundIn(many, "ana", GUN);
    expect(found?.total).toBe(30);
    expect(found?.lines.map(({ row }) => row.ranking)).toEqual(
      Array.from({ length: NAMED }, (_, index) => index + 1),
    );
  });

  test("of random boards: nobody anonymous, everybody else whose name holds the text, and never where the names say nobody can be", () => {
    const random = randomFrom(7);
    for (let seed = 0; seed < 60; seed++) {
      const some = randomBoard(seed, 40);
      const query =
        ["ana", "łuc", "o'ne", "zoe muller", "3", "39", "a3", "nobody"][Math.floor(random() * 8)] ??
        "";
      const found = foundIn(some, query, GUN);
      expect(found?.lines.some(({ row }) => isAnonymous(row)) ?? false).toBe(false);
      const expected = some.lines.filter(
        ({ row }) =>
          !isAnonymous(row) &&
          (plain(fullName(row.first, row.last)).includes(query) || plain(row.bib) === query),
      );
      expect(found?.total ?? 0).toBe(expected.length);
      if (found !== null)
        expect(
          mayMatch(
            some.lines.map(({ row: { first, last } }) => ({ bib: "", first, last })),
            query,
          ),
        ).toBe(true);
    }
  });
});

test.each([
  ["ana", true],
  ["bo", false],
  ["57", true],
  ["a57", true],
])("names of one Ana alone, %j: board is worth fetching %j", (query, worth) => {
  expect(mayMatch([aFinish({ first: "Ana", last: "Lee", bib: "" })], query)).toBe(worth);
});

test("distances stand in the order of the tabs", () => {
  const found = ["10 Mile", "Half", "5K"].map((distance) => ({ distance, total: 1, lines: [] }));
  expect(orderFound(found).map(({ distance }) => distance)).toEqual(["5K", "10 Mile", "Half"]);
});
