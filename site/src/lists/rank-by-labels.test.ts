import { expect, test } from "vitest";
import { rankByLabels } from "./rank-by-labels";

test("labels of the rank-by box (A13)", () => {
  expect(rankByLabels("distance", "mixed", true)).toMatchObject({
    box: "Rank by Chip Time",
    last: "Chip Time",
  });
  expect(rankByLabels("backyardultra", "gun", true)).toMatchObject({
    starred: "Elapsed*",
    last: "Cumulative",
  });
  expect(rankByLabels("backyardultra", "chip", true)).toMatchObject({
    starred: "Cumulative*",
    last: "Elapsed",
  });
  expect(rankByLabels("time", "chip", true)).toMatchObject({
    box: "",
    starred: "",
    last: "Time",
    lastColumn: "clock",
  });
});
