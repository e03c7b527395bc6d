// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Network, publish, type Published } from "../../test/published";
import { publishLines } from "../../test/race-lines";
import { finished, unfinished } from "../../test/rows";
import { aVisit, show } from "../../test/show";

const ran = (bib: string, first: string, place: number, anonymous = false) =>
  finished({
    bib,
    first,
    last: "Osei",
    seconds: 2400 + place,
    chipSeconds: 2400 + place,
    ranking: place,
    anonymous,
  });
const FIELD = [
  ...Array.from({ length: 25 }, (_, index) => ran(String(index + 1), `Ana${index + 1}`, index + 1)),
  unfinished("dnf", { bib: "99", first: "Eve", last: "Anker", type: 30 }),
];

let network: Network;

beforeEach(() => {
  network = aVisit();
});

afterEach(() => vi.unstubAllGlobals());

async function open(
  query = "",
  boards: Parameters<typeof publishLines>[1]["boards"] = { "10K": FIELD },
): Promise<void> {
  publishLines(network, { boards });
  show(`/embed/race/2026${query}`);
  await screen.findByRole("heading", { level: 1, name: "2026 River Run" });
}

const names = () =>
  screen
    .getAllByRole("rowheader")
    .map((cell) => within(cell).getByRole("link").getAttribute("href"));

test("twenty rows, and the way to all of them", async () => {
  await open();
  expect(names()).toHaveLength(20);
  expect(screen.getByText("20 of 26 are shown.")).toBeTruthy();
  const all = screen.getByRole("link", { name: /^All 26 runners/ });
  expect([all.getAttribute("href"), all.getAttribute("target"), all.getAttribute("rel")]).toEqual([
    "/results/race/2026",
    "_blank",
    "noopener",
  ]);
  expect(screen.queryByRole("banner")).toBeNull();
});

test("of a race of laps the time stands under the lap, too, where its column has no room", async () => {
  const runner = finished({ bib: "1", first: "Ana", last: "Osei", ranking: 1, seconds: 2400 });
  publishLines(network, { type: "time", live: false, boards: { "24 Hour": [runner] } });
  show("/embed/race/2026");
  await screen.findByRole("table");
  const [, row] = screen.getAllByRole<HTMLTableRowElement>("row");
  expect([...(row?.cells ?? [])].slice(3).map((cell) => cell.textContent)).toEqual([
    "40:00.0",
    "Lap 140:00.0",
  ]);
});

test("as many rows as the address asks for, without a search box", async () => {
  await open("?rows=2&search=off");
  expect(names()).toEqual(["/results/race/2026/1", "/results/race/2026/2"]);
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("a search finds among all runners", async () => {
  await open();
  await userEvent.type(screen.getByRole("searchbox"), "anker");
  await waitFor(() => expect(names()).toEqual(["/results/race/2026/99"]));
  await userEvent.type(screen.getByRole("searchbox"), "x");
  await screen.findByText("No runner matches.");
});

test("of a large race only the first lines come, and all of it once somebody is about to search", async () => {
  publish(
    network,
    1,
    Array.from(
      { length: 150 },
      (_, index): Published => [index + 1, `Ana${index + 1}`, index + 1, 2400 + index],
    ),
  );
  show("/embed/race/2026?rows=5");
  await screen.findByText("5 of 150 are shown.");
  const boards = () => network.asked.filter((url) => /\/[bn]-/.test(url)).length;
  expect(boards()).toBe(0);
  await userEvent.type(screen.getByRole("searchbox"), "ana149");
  await waitFor(() => expect(names()).toEqual(["/results/race/2026/149"]));
  expect(boards()).toBe(2);
});

test("of several distances the one of the address, and the others by choice", async () => {
  await open("?distance=5K", { "10K": [ran("1", "Ana", 1)], "5K": [ran("2", "Bea", 1)] });
  expect(names()).toEqual(["/results/race/2026/2"]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Distance" }), "10K");
  expect(names()).toEqual(["/results/race/2026/1"]);
});

test("a name that is hidden is none here either", async () => {
  await open("", { "10K": [ran("7", "Hidden", 1, true)] });
  expect(screen.getByRole("rowheader").textContent).toContain("Bib 7");
  expect(document.body.textContent).not.toContain("Hidden");
});
