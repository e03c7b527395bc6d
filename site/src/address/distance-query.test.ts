import { expect, test } from "vitest";
import { openingDistance, unnamedDistance } from "./distance-query";

const FIELDS = [
  { distance: "Half", total: 300 },
  { distance: "5K", total: 800 },
  { distance: "10K", total: 800 },
  { distance: "1 Mile", total: 40 },
];

test.each([
  ["the most runners, of equal ones the first in natural order", [], "5K"],
  ["a followed runner's", ["1 Mile"], "1 Mile"],
  ["the one with the most followed runners", ["1 Mile", "Half", "Half"], "Half"],
  ["of equally many followed runners the larger", ["1 Mile", "10K"], "10K"],
  ["a distance that has no rows counts for nothing", ["Marathon"], "5K"],
])("opens: %s", (_what, followed, opens) => {
  const runners = followed.map((distance) => ({ distance }));
  expect(openingDistance(FIELDS, runners)).toBe(opens);
  expect(openingDistance(FIELDS.toReversed(), runners)).toBe(opens);
});

test.each([
  ["that opens for everybody is not named", [], "5K"],
  ["that opens because of a star is named, and so are all others", ["1 Mile"], null],
  ["is not named where a star changes nothing", ["5K"], "5K"],
])("the distance %s", (_what, followed, unnamed) => {
  const opening = openingDistance(
    FIELDS,
    followed.map((distance) => ({ distance })),
  );
  expect(unnamedDistance(opening, FIELDS)).toBe(unnamed);
});

test("nothing opens without distances", () => {
  expect(openingDistance([], [{ distance: "5K" }])).toBe("");
});
