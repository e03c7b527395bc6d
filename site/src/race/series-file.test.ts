import { expect, test } from "vitest";
import { readSeriesFile } from "../scoring/series-definition";
import { aNetwork } from "../test/published";
import { seriesOf } from "./series-file";
import { hasSeries } from "./years";

const race = (year: string) => ({ year, name: "10K", value: 10, type: "km" });
const FILE = [
  { display_year: 2025, series: [{ name: "Long", best: 1, distances: [race("2025")] }] },
  {
    display_year: 2026,
    series: [
      { name: "Long", best: 1, distances: [race("2025"), race("2026")] },
      { name: "Short", best: 1, distances: [race("2026")] },
    ],
  },
];
test("the series of an event year by display year, newest first; of a race that is in none, nothing", () => {
  const years = readSeriesFile(FILE) ?? [];
  expect(seriesOf(years, "2025")).toEqual([
    { displayYear: "2026", names: ["Long"] },
    { displayYear: "2025", names: ["Long"] },
  ]);
  expect(seriesOf(years, "2026")).toEqual([{ displayYear: "2026", names: ["Long", "Short"] }]);
  expect(seriesOf(years, "2024")).toEqual([]);
});

test.each([
  ["where the event's file names it", { files: ["series/race.js"] }, true],
  ["not where it names others", { files: ["race/2026/10K/ytp-standings.csv"] }, false],
  ["not where it has no list", {}, false],
])("an event has a series %s; its definition is not read for that", async (_, event, there) => {
  const network = aNetwork();
  network.files.set("series/race.js", FILE);
  network.files.set("results/race/current.json", { slug: "race", years: [], ...event });
  expect(await hasSeries("Race")).toBe(there);
  expect(network.asked).toEqual(["/downloads/results/race/current.json"]);
});
