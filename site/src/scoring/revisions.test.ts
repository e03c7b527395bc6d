import { expect, test } from "vitest";
import { correctedFacts, numberOf, type Revision, runnersOf } from "./revisions";

const LINE = { bib: "31", distance: "10 KM" };

test("a lost result has no values, only a status", () => {
  expect(
    correctedFacts({ ...LINE, status: [2, 3], time: [60_000, null], place: [3, null] }),
  ).toEqual([]);
  expect(correctedFacts({ ...LINE, status: [2, null], time: [60_000, null] })).toEqual([]);
});

test("a regained result has its new values; other changes have old and new ones", () => {
  expect(
    correctedFacts({ ...LINE, status: [4, 2], time: [null, 60_000], place: [null, 3] }),
  ).toEqual([
    { value: "time", before: null, after: 60_000 },
    { value: "place", before: null, after: 3 },
  ]);
  expect(correctedFacts({ ...LINE, agePlace: [2, 1], place: [4, 3] })).toEqual([
    { value: "place", before: 4, after: 3 },
    { value: "agePlace", before: 2, after: 1 },
  ]);
});

const ran = (bib: string, more: Partial<Revision> = {}): Revision => ({
  bib,
  distance: "10 KM",
  place: [2, 1],
  ...more,
});
const GONE: Partial<Revision> = { status: [2, null] };
const BACK: Partial<Revision> = { status: [null, 2] };

// each line is a version, the newest first, with whom each of its revisions is about
test.each<[string, Revision[][], string[]]>([
  ["nobody else's", [[ran("31")], [ran("31"), ran("32")]], ["10 KM 31", "10 KM 31", "10 KM 32"]],
  [
    "another distance",
    [[ran("31", { to: "5 KM" })], [ran("31"), ran("31", { distance: "5 KM" })]],
    ["5 KM 31", "5 KM 31", "-"],
  ],
  [
    "another bib",
    [[ran("88")], [ran("31", { toBib: "88" })], [ran("31"), ran("88")]],
    ["10 KM 88", "10 KM 88", "10 KM 88", "-"],
  ],
  [
    "swapped at once",
    [
      [ran("51", { toBib: "23" }), ran("23", { toBib: "51" })],
      [ran("51"), ran("23")],
    ],
    ["10 KM 23", "10 KM 51", "10 KM 23", "10 KM 51"],
  ],
  [
    "swapped by a third bib",
    [
      [ran("99", { toBib: "51" })],
      [ran("51", { toBib: "23" })],
      [ran("23", { toBib: "99" })],
      [ran("51"), ran("23")],
    ],
    ["10 KM 51", "10 KM 23", "10 KM 51", "10 KM 23", "10 KM 51"],
  ],
  [
    "back where it was",
    [[ran("88", { toBib: "31" })], [ran("31", { toBib: "88" })], [ran("31")]],
    ["10 KM 31", "10 KM 31", "10 KM 31"],
  ],
  ["taken out", [[ran("31")], [ran("31", GONE)], [ran("31")]], ["10 KM 31", "-", "-"]],
  [
    "taken out and back",
    [[ran("31", BACK)], [ran("31", GONE)], [ran("31")]],
    ["10 KM 31", "10 KM 31", "10 KM 31"],
  ],
])("revisions are about whoever had the bib then: %s", (_, versions, wanted) => {
  const runners = runnersOf(versions.map((lines) => ({ lines })));
  const found = versions.flat().map((line) => {
    const runner = runners.get(line);
    return runner ? `${runner.distance} ${runner.bib}` : "-";
  });
  expect(found).toEqual(wanted);
});

test("versions are counted from the first of the year's life", () => {
  const newest = { version: 1_777_777_795, number: 19 };
  expect(numberOf(1_777_777_793, newest)).toBe(17);
  expect(numberOf(1_777_777_777, newest)).toBe(1);
  expect(numberOf(1_777_777_776, newest)).toBeNull();
  expect(numberOf(1_777_777_796, newest)).toBeNull();
});
