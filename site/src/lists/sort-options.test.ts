import { expect, test } from "vitest";
import { sortOptions } from "./sort-options";

test("sort options (A15)", () => {
  expect(sortOptions(["", ""]).map((option) => option.number)).toEqual([0, 1, 2]);
  expect(sortOptions(["b", "a", "b"]).at(-1)).toEqual({
    number: 4,
    label: "Show Only: b",
    sort: { by: "show-only", ageGroup: "b" },
  });
});
