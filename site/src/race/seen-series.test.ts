import { afterEach, expect, test } from "vitest";
import { readSeriesFile } from "../scoring/series-definition";
import { forgetSeries, seenSeriesOf, seeSeries } from "./seen-series";

const race = (year: string) => ({ year, name: "10K", value: 10, type: "km" });
const FILE = [
  { display_year: 2025, series: [{ name: "Long", best: 1, distances: [race("2025")] }] },
  { display_year: 2026, series: [{ name: "Long", best: 1, distances: [race("2025"), race("2026")] }, { name: "Short", best: 1, distances: [race("2026")] }] },
];

afterEach(forgetSeries);

test("the series of an event year by display year, newest first; of a race that is in none, nothing", () => {
  seeSeries("Race", readSeriesFile(FILE));
  expect(seenSeriesOf("race", "2025")).toEqual([{ displayYear: "2026", names: ["Long"] }, { displayYear: "2025", names: ["Long"] }]);
  expect(seenSeriesOf("RACE", "2026")).toEqual([{ displayYear: "2026", names: ["Long", "Short"] }]);
  expect(seenSeriesOf("race", "2024")).toEqual([]);
  expect(seenSeriesOf("other", "2026")).toEqual([]);
});

test("a definition that is withdrawn is forgotten", () => {
  seeSeries("race", readSeriesFile(FILE));
  seeSeries("race", null);
  expect(seenSeriesOf("race", "2026")).toEqual([]);
});
