import { expect, test } from "vitest";
import { correctedFacts, heldVersion, isOf, numberOf, withVersion } from "./corrections";

const LINE = { bib: "31", distance: "10 KM" };

test("of who has no result any more only the status is told", () => {
  expect(correctedFacts({ ...LINE, status: [2, 3], time: [60_000, null], place: [3, null] })).toEqual([]);
  expect(correctedFacts({ ...LINE, status: [2, null], time: [60_000, null] })).toEqual([]);
});

test("of who has a result again, what it is; of others what it was and is", () => {
  expect(correctedFacts({ ...LINE, status: [4, 2], time: [null, 60_000], place: [null, 3] })).toEqual([
    { value: "time", before: null, after: 60_000 },
    { value: "place", before: null, after: 3 },
  ]);
  expect(correctedFacts({ ...LINE, agePlace: [2, 1], place: [4, 3] })).toEqual([
    { value: "place", before: 4, after: 3 },
    { value: "agePlace", before: 2, after: 1 },
  ]);
});

test("a correction is of the runner in the distance before and after", () => {
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

test("an address names a version by a number alone", () => {
  expect(heldVersion("?distance=10+KM&v=17")).toBe(17);
  for (const search of ["", "?v=", "?v=-1", "?v=1e3", "?v=17%20", "?v=1234567890123456"]) expect(heldVersion(search), search).toBeNull();
});

test("a printed address has the version once, and the view as it was", () => {
  expect(withVersion("", 17)).toBe("?v=17");
  expect(withVersion("?distance=10+KM&v=3&q=a%26v", 17)).toBe("?distance=10+KM&q=a%26v&v=17");
});
