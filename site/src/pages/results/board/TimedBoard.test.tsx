// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Network } from "../../../test/published";
import { publishLines } from "../../../test/race-lines";
import { finished } from "../../../test/rows";
import { aVisit, show } from "../../../test/show";

let network: Network;

beforeEach(() => {
  network = aVisit();
});

afterEach(() => vi.unstubAllGlobals());

const lapped = (first: string, ranking: number, laps: number, seconds: number) =>
  finished({
    bib: String(ranking),
    first,
    gender: "F",
    ranking,
    occurrence: laps,
    seconds,
    chipSeconds: seconds,
  });

test("the leader by the uploaded place, and a last lap that ended after the hours", async () => {
  publishLines(network, {
    live: false,
    type: "time",
    boards: {
      "1 Hour": [lapped("Ana", 1, 6, 3600), lapped("Bea", 2, 6, 3590), lapped("Cai", 3, 5, 3601)],
    },
  });
  show("/results/race/2026");
  const line = await screen.findByText("Most laps: Ana, 6");
  const board = line.closest("details");
  board?.setAttribute("open", "");
  board?.dispatchEvent(new Event("toggle"));
  const table = within(await screen.findByRole("table", { name: "Laps so far" }));
  const late = table.getAllByText("last lap after time was up");
  expect(late.map((word) => word.closest("tr")?.querySelector("a")?.textContent)).toEqual(["Cai"]);
});

test.each([
  [true, 2, "Ana and Bea lead with 6 laps"],
  [false, 2, "Most laps: Ana and Bea, 6"],
  [true, 3, "3 runners lead with 6 laps"],
])("a shared lead is that of all who share it (live: %s, %i)", async (live, count, said) => {
  const runners = ["Ana", "Bea", "Cai"].map((first, index) =>
    lapped(first, index + 1, index < count ? 6 : 5, 3500),
  );
  for (const { row } of runners.slice(0, count)) row.ranking = 1;
  for (const { row, result } of runners) if (result !== null) result.ranking = row.ranking;
  publishLines(network, { live, type: "time", boards: { "1 Hour": runners } });
  show("/results/race/2026");
  expect(await screen.findByText(said)).toBeTruthy();
});
