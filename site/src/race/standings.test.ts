import { beforeEach, expect, test, vi } from "vitest";
import { aNetwork, type Network } from "../test/published";
import { loadStandings } from "./standings";

const CSV = "first,last,highest score,category\nMia,Runner,70,YTP Female 9-10";

let network: Network;

beforeEach(() => {
  network = aNetwork();
  const answer = fetch;
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
    url.endsWith("/10%20KM/ytp-standings.csv")
      ? answer(url, init).then(() => new Response(CSV))
      : answer(url, init),
  );
});

const csvs = () => network.asked.filter((path) => path.endsWith(".csv"));

test.each([
  [
    "the named one alone",
    { files: ["series/race.js", "race/2026/10 KM/ytp-standings.csv"] },
    ["/downloads/race/2026/10%20KM/ytp-standings.csv"],
    [1, 0],
  ],
  ["none of another year", { files: ["race/2025/10 KM/ytp-standings.csv"] }, [], [0, 0]],
  [
    "every one, where the event's file has no list",
    {},
    ["/downloads/race/2026/10%20KM/ytp-standings.csv", "/downloads/race/2026/5K/ytp-standings.csv"],
    [1, 0],
  ],
])("asks for %s", async (_, event, asked, lines) => {
  network.files.set("results/race/current.json", { slug: "race", years: [], ...event });
  const standings = await loadStandings("Race", "2026", ["10 KM", "5K"]);
  expect(csvs()).toEqual(asked);
  expect(["10 KM", "5K"].map((distance) => standings.get(distance)?.length)).toEqual(lines);
});

test("asks for every one of an event that is not published; a failed network is told", async () => {
  await loadStandings("race", "2026", ["10 KM", "5K"]);
  expect(csvs()).toHaveLength(2);
  network.down = true;
  await expect(loadStandings("race", "2026", ["10 KM"])).rejects.toThrow();
});
