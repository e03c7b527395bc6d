import { expect, test } from "vitest";
import { finished, unfinished } from "../test/rows";
import { rankByLabels, tableLabels } from "./rank-by-labels";

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

test("a race with one time for each finisher has one column of times (C2)", () => {
  const byHand = [
    finished({ bib: "1", seconds: 60, chipSeconds: 60 }),
    unfinished("dnf", { bib: "2", type: 30, seconds: 1_000_000 }),
  ];
  const byChip = [...byHand, finished({ bib: "3", seconds: 70, chipSeconds: 69 })];
  const starred = (lines: typeof byHand, live = false) =>
    tableLabels("distance", { rankingType: "gun", live }, lines).starredColumn;
  expect(starred(byHand)).toBeNull();
  expect(starred(byChip)).toBe("chip");
  expect(starred(byHand, true)).toBe("chip");
  expect(starred([])).toBe("chip");
  expect(tableLabels("backyardultra", { rankingType: "gun", live: false }, byHand)).toEqual(
    rankByLabels("backyardultra", "gun", false),
  );
});
