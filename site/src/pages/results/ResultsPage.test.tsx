// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isTeam } from "../../scoring/division";
import { type Network, publish, type Published } from "../../test/published";
import { forgetFeeds } from "../../race/use-feed";
import { publishLines } from "../../test/race-lines";
import { finished } from "../../test/rows";
import { address, aVisit, show } from "../../test/show";

const RUNNERS: Published[] = [
  [7, "Ana", 1, 2400],
  [12, "Zoë", 2, 2500],
  [3, "Bo", 3, 2600],
];

let network: Network;

async function names(): Promise<string[]> {
  const table = await screen.findByRole("table");
  return within(table)
    .getAllByRole("rowheader")
    .map((cell) => within(cell).getByRole("link").textContent);
}

beforeEach(() => {
  network = aVisit();
  localStorage.clear();
});

afterEach(() => vi.unstubAllGlobals());

test("shows heading, date, live line, and a table whose names link to the runners", async () => {
  publish(network, 1, RUNNERS);
  show("/results/race/2026");
  expect(await screen.findByRole("heading", { level: 1, name: "River Run Results" })).toBeTruthy();
  expect(await names()).toEqual(["Ana Runner", "Zoë Runner", "Bo Runner"]);
  expect(
    screen.getByRole("table", { name: "River Run 2026, 10K, results by clock time" }),
  ).toBeTruthy();
  expect(screen.getByRole("link", { name: "Zoë Runner" }).getAttribute("href")).toBe(
    "/results/race/2026/12",
  );
  // on the screen and on paper
  expect(screen.getAllByText("May 2, 2026")).toHaveLength(2);
  expect(screen.getByText("LIVE")).toBeTruthy();
  expect(document.title).toBe("River Run Results");
});

test("a paused page, or one without a network, is not called live", async () => {
  publish(network, 1, RUNNERS);
  show("/results/race/2026");
  await names();
  await userEvent.click(screen.getByRole("button", { name: "Pause updates" }));
  expect(screen.getByText("PAUSED")).toBeTruthy();
  expect(screen.queryByText("LIVE")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Resume updates" }));
  expect(screen.getByText("LIVE")).toBeTruthy();
  vi.spyOn(window.navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  await waitFor(() => expect(screen.queryByText(/LIVE|PAUSED/)).toBeNull());
  vi.restoreAllMocks();
});

test("short headings have full names, and the sorted one says so", async () => {
  publish(network, 1, RUNNERS);
  show("/results/race/2026");
  await names();
  expect(screen.getByRole("columnheader", { name: "Age group place" }).textContent).toBe("Pl");
  expect(
    screen
      .getByRole("columnheader", { name: /Place/, hidden: false, description: "" })
      .getAttribute("aria-sort"),
  ).toBe("ascending");
});

/** The cells of a runner that begin with "1 of". */
async function ofHowMany(name: string): Promise<string[]> {
  const table = within(await screen.findByRole("table"));
  const row = table
    .getAllByRole<HTMLTableRowElement>("row")
    .find(({ textContent }) => textContent.includes(name));
  return [...(row?.cells ?? [])]
    .map(({ textContent }) => textContent)
    .filter((words) => words.startsWith("1 of"));
}

test("once the race is over, wide tables say of how many a place in a group is", async () => {
  const woman = { gender: "F", ageGroup: "30-39", last: "Li", genderRanking: 1, ageRanking: 1 };
  const boards = {
    "10K": [
      finished({ ...woman, bib: "1", first: "Ana", ranking: 1, seconds: 2400 }),
      finished({ ...woman, bib: "2", first: "Zoë", ageGroup: "40-49", ranking: 2, seconds: 2500 }),
      finished({ ...woman, bib: "3", first: "Uma", genderRanking: 0, ranking: 0, seconds: 2600 }),
    ],
  };
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(min-width: 1200px)",
    addEventListener() {},
    removeEventListener() {},
  }));
  publishLines(network, { live: false, boards });
  show("/results/race/2026");
  expect(await ofHowMany("Ana")).toEqual(["1 of 2", "1 of 3"]);
  cleanup();
  forgetFeeds();
  publishLines(network, { boards });
  show("/results/race/2026");
  expect(await ofHowMany("Ana")).toEqual([]);
});

async function widthOfPlaces(ranking: number): Promise<number> {
  cleanup();
  forgetFeeds();
  publishLines(network, { boards: { "10K": [finished({ bib: "1", first: "Ana", ranking })] } });
  show("/results/race/2026");
  const heading = await screen.findByRole("columnheader", { name: "Place" });
  return Number.parseFloat(heading.style.getPropertyValue("--narrow"));
}

test("on phones the column of places is as wide as the largest place, however few rows there are", async () => {
  expect(await widthOfPlaces(1)).toBe(2.5);
  expect(await widthOfPlaces(11_891)).toBeGreaterThan(3.5);
});

test("who has no team has no team's name under their own", async () => {
  const divisions = ["None", "n/a", "NA", "Unattached", "--", "PNTF", "Nonesuch AC"];
  const lines = divisions.map((division, index) =>
    finished({ bib: String(index + 1), first: "Ana", ranking: index + 1, division }),
  );
  expect(divisions.filter(isTeam)).toEqual(["Nonesuch AC"]);
  publishLines(network, { boards: { "10K": lines } });
  show("/results/race/2026");
  const rows = await screen.findAllByRole("rowheader");
  expect(rows.map((row) => row.textContent).filter((words) => words !== "Ana")).toEqual([
    "AnaNonesuch AC",
  ]);
});

test("the tabs alone say that other distances have nobody", async () => {
  const in10 = finished({ bib: "1", first: "Ana", ranking: 1 });
  const boards = { "10K": [in10], "5K": [finished({ bib: "2", first: "Bea", ranking: 1 })] };
  publishLines(network, { boards });
  show("/results/race/2026?q=ana");
  await screen.findByRole("tab", { name: "5K (0)" });
  expect(screen.queryByRole("heading", { name: "Elsewhere in River Run" })).toBeNull();
  await userEvent.click(screen.getByRole("tab", { name: "5K (0)" }));
  expect(await screen.findByText("1 runner in other distances.")).toBeTruthy();
});

test("search waits for a pause, filters by name without accents, and stands in the address", async () => {
  publish(network, 1, RUNNERS);
  show("/results/race/2026");
  await names();
  await userEvent.type(screen.getByRole("searchbox"), "zoe");
  await waitFor(() => expect(address()).toBe("/results/race/2026?q=zoe"));
  expect(await names()).toEqual(["Zoë Runner"]);
  expect(screen.getByText("1 of 3 runners")).toBeTruthy();
});

test("a search that leaves nothing says so and can be cleared", async () => {
  publish(network, 1, RUNNERS);
  show("/results/race/2026?q=nobody");
  expect(await screen.findByText("No runner matches.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear search" }));
  expect(await names()).toHaveLength(3);
  expect(address()).toBe("/results/race/2026");
});

test("the rank-by box swaps the time columns and explains itself", async () => {
  publish(network, 1, RUNNERS);
  show("/results/race/2026");
  await names();
  await userEvent.click(screen.getByRole("checkbox", { name: "Rank by Chip Time" }));
  expect(screen.getByRole("link", { name: "Clock Time*" })).toBeTruthy();
  expect(screen.getByText(/official places are ranked by clock time/)).toBeTruthy();
  expect(address()).toBe("/results/race/2026?rank=chip");
});

test("a long table draws few rows, counts all of them, and says so", async () => {
  const many = Array.from(
    { length: 1200 },
    (_, index): Published => [index + 1, "Runner", index + 1, 2000 + index],
  );
  publish(network, 1, many);
  show("/results/race/2026");
  await waitFor(() => expect(screen.getByRole("table").getAttribute("aria-rowcount")).toBe("1201"));
  await waitFor(() =>
    expect(within(screen.getByRole("table")).queryAllByRole("rowheader").length).toBeLessThan(60),
  );
  expect(screen.getByRole("button", { name: "Show all rows" })).toBeTruthy();
});

test("an unknown race is off course, an unknown address too", async () => {
  show("/results/nothing/2026");
  expect(await screen.findByText("You appear to be off course.")).toBeTruthy();
  expect(screen.getByRole("alert").textContent).toContain("404");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a year without results says so", async () => {
  network.api.set("results", [200, { event: { name: "River Run" }, event_year: { year: "2026" } }]);
  show("/results/race/2026");
  expect(await screen.findByText("No results to display.")).toBeTruthy();
});

test("why a place was given stays true when a live race moves on", async () => {
  publish(network, 1, RUNNERS);
  show("/results/race/2026");
  await names();
  await userEvent.click(screen.getByRole("button", { name: "Place 2: why? Zoë Runner" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByText("2nd of 3 finishers.")).toBeTruthy();
  publish(network, 2, [
    [7, "Ana", 1, 2400],
    [5, "Cy", 2, 2450],
    [12, "Zoë", 3, 2500],
    [3, "Bo", 4, 2600],
  ]);
  fireEvent(document, new Event("visibilitychange"));
  expect(await screen.findByText("3rd of 4 finishers.")).toBeTruthy();
  expect(screen.getByText("Behind Cy Runner (2) by 50.0 s.")).toBeTruthy();
  expect(screen.queryByText(/exactly the same time/)).toBeNull();
});

test("followed runners stay when all results are gone", async () => {
  localStorage.setItem(
    "stars",
    JSON.stringify([{ slug: "race", year: "2026", distance: "10K", bib: "12" }]),
  );
  network.api.set("results", [
    200,
    { event: { name: "River Run", slug: "race" }, event_year: { year: "2026" } },
  ]);
  show("/results/race/2026");
  expect(await screen.findByText("Bib 12: no results")).toBeTruthy();
});
