import { expect, test } from "vitest";
import { correctedFacts, isOf, numberOf } from "./revisions";

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

test("a revision is of the runner in the distance before and after", () => {
  const moved = { ...LINE, to: "5 KM" };
  expect(isOf(moved, { bib: " 31", distance: "5 KM" })).toBe(true);
  expect(isOf(moved, { bib: "31", distance: "10 KM" })).toBe(true);
  expect(isOf(moved, { bib: "31", distance: "Walk" })).toBe(false);
  expect(isOf(moved, { bib: "3", distance: "5 KM" })).toBe(false);
});

test("versions are counted from the first of the year's life", () => {
  const newest = { version: 1_777_777_795, number: 19 };
  expect(numberOf(1_777_777_793, newest)).toBe(17);
  expect(numberOf(1_777_777_777, newest)).toBe(1);
  expect(numberOf(1_777_777_776, newest)).toBeNull();
  expect(numberOf(1_777_777_796, newest)).toBeNull();
});
