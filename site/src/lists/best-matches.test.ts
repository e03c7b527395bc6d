import { expect, test } from "vitest";
import { aBoard, finished, unfinished } from "../test/rows";
import { bestMatches, NAMED } from "./best-matches";

const short = aBoard([
  finished({ bib: "12", first: "Anders", last: "Hansen", distance: "5K", ranking: 1 }),
  finished({ bib: "31", first: "Susana", last: "Bell", distance: "5K", ranking: 2 }),
  unfinished("dnf", { bib: "40", first: "Zoë", last: "Ander", distance: "5K" }),
  finished({
    bib: "ana",
    first: "Secret",
    last: "Ana",
    anonymous: true,
    distance: "5K",
    ranking: 3,
  }),
]);
const long = aBoard([
  finished({ bib: "5", first: "Ana", last: "Ruiz", distance: "Half", ranking: 7 }),
  finished({ bib: "120", first: "Änders", last: "Hänsen", distance: "Half", ranking: 4 }),
]);

test.each([
  // the bib itself, bibs that start with it, bibs that contain it
  ["ana", ["ana", "5", "31"]],
  // first or last name starts with it: the better place first, in any distance; without a place
  // last
  ["and", ["12", "120", "40"]],
  ["anders hansen", ["12", "120"]],
  ["12", ["12"]],
  ["secret", []],
  ["  ", []],
])("%j: %j", (query, bibs) => {
  const { best, total } = bestMatches([short, long], query);
  expect(best.map(({ row }) => row.bib)).toEqual(bibs);
  expect(total).toBe(bibs.length);
});

test("the exact name comes before a better place whose name only begins so", () => {
  const board = aBoard([
    finished({ bib: "1", first: "Bo", last: "Lindqvist", ranking: 1 }),
    finished({ bib: "2", first: "Bo", last: "Lind", ranking: 9 }),
  ]);
  expect(bestMatches([board], "bo lind").best.map(({ row }) => row.bib)).toEqual(["2", "1"]);
});

test("the bib, its value, the name, whole words, beginnings of names, of words, parts", () => {
  const board = aBoard(
    [
      { bib: "1", first: "Roman", last: "Annable" },
      { bib: "2", first: "Jo", last: "Susanna" },
      { bib: "3", first: "Lee Anna", last: "Day" },
      { bib: "4", first: "Annabel", last: "Orr" },
      { bib: "5", first: "Jo", last: "Anna" },
      { bib: "6", first: "Anna" },
      { bib: "7", first: "Bo Annabel", last: "Day" },
      { bib: "anna", first: "Zed" },
    ].map((runner, at) => finished({ ...runner, ranking: at + 1 })),
  );
  const order = (query: string) => bestMatches([board], query).best.map(({ row }) => row.bib);
  expect(order("ANNA")).toEqual(["anna", "6", "3", "5", "1", "4"]);
  expect(bestMatches([board], "anna").total).toBe(8);
  expect(order("day annab")).toEqual(["7"]);
  const bibs = aBoard(
    ["0012", "12"].map((bib, at) => finished({ bib, first: "Team 12", ranking: at + 1 })),
  );
  expect(bestMatches([bibs], "#12").best.map(({ row }) => row.bib)).toEqual(["12", "0012"]);
});

test(`names ${NAMED} and counts all`, () => {
  const many = aBoard(
    Array.from({ length: 30 }, (_, index) =>
      finished({ bib: String(index), first: "Ana", ranking: 30 - index }),
    ),
  );
  const { best, total } = bestMatches([many], "ana");
  expect(best.map(({ row }) => row.ranking)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(total).toBe(30);
});
