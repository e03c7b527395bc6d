import { beforeEach, expect, test } from "vitest";
import { readSeriesFile } from "../scoring/series-definition";
import { aNetwork, type Network } from "../test/published";
import { loadNamedSeries, seriesOf } from "./series-file";

const race = (year: string) => ({ year, name: "10K", value: 10, type: "km" });
const FILE = [
  { display_year: 2025, series: [{ name: "Long", best: 1, distances: [race("2025")] }] },
  { display_year: 2026, series: [{ name: "Long", best: 1, distances: [race("2025"), race("2026")] }, { name: "Short", best: 1, distances: [race("2026")] }] },
];
const EVENT = "/downloads/results/race/current.json";
const DEFINITION = "/downloads/series/race.js";

let network: Network;

beforeEach(() => {
  network = aNetwork();
  network.files.set("series/race.js", FILE);
});

test("the series of an event year by display year, newest first; of a race that is in none, nothing", () => {
  const years = readSeriesFile(FILE) ?? [];
  expect(seriesOf(years, "2025")).toEqual([{ displayYear: "2026", names: ["Long"] }, { displayYear: "2025", names: ["Long"] }]);
  expect(seriesOf(years, "2026")).toEqual([{ displayYear: "2026", names: ["Long", "Short"] }]);
  expect(seriesOf(years, "2024")).toEqual([]);
});

test.each([
  ["is read where the event's file names it", { files: ["series/race.js"] }, [EVENT, DEFINITION], 2],
  ["is not asked for where it names others", { files: ["race/2026/10K/ytp-standings.csv"] }, [EVENT], 0],
  ["is not asked for where it has no list", {}, [EVENT], 0],
])("a definition %s", async (_, event, asked, years) => {
  network.files.set("results/race/current.json", { slug: "race", years: [], ...event });
  expect(await loadNamedSeries("Race")).toHaveLength(years);
  expect(network.asked).toEqual(asked);
});
