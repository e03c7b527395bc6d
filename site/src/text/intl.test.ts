import { expect, test } from "vitest";
import { elapsed } from "./intl";

test.each([
  [0, "0 min"],
  [59, "59 min"],
  [60, "1 h 0 min"],
  [65, "1 h 5 min"],
  [2_879, "47 h 59 min"],
  [2_880, "2 d 0 h"],
  [14_399, "9 d 23 h"],
  [14_400, "10 d"],
  [12_391_656, "8605 d"],
])("%i minutes in short", (minutes, short) => {
  expect(elapsed(minutes)).toBe(short);
});
