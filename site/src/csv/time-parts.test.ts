import { expect, test } from "vitest";
import { hasFourParts, hasTwoParts } from "./time-parts";

test.each([
  ["22:41", true, false],
  [" 22：41* ", true, false],
  ["22:41.5", false, false],
  ["1:02:03", false, false],
  ["1:02:03:04", false, true],
  ["1 day 2:03", false, false],
  ["DNF", false, false],
  ["", false, false],
])("%j", (cell, two, four) => {
  expect([hasTwoParts([cell]), hasFourParts([cell])]).toEqual([two, four]);
});
