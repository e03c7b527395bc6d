// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FileFinisher, publishFinishers } from "../../test/finishers";
import type { Network } from "../../test/published";
import { address, aVisit, show } from "../../test/show";

const MAY = "2026-May";
const JUNE = "2026-June";

let network: Network;

function runner(first: string, seconds: number, bib: string): FileFinisher {
  return { bib, first, seconds };
}

function publish(year: string, runners: FileFinisher[], more: object = {}): void {
  publishFinishers(network, { year, boards: { "10K": runners }, ...more });
}

beforeEach(() => {
  network = aVisit();
  const distances = [
    { year: MAY, name: "10K", value: 10, type: "km" },
    { year: JUNE, name: "10K", value: 10, type: "km" },
  ];
  network.files.set("series/race.js", [
    { display_year: 2026, series: [{ name: "Long Series", best: 1, distances }] },
  ]);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a bib worn in one of the races finds its runner; part of it nobody", async () => {
  publish(MAY, [runner("Ana", 2400, "7"), runner("Zoë", 2500, "8")]);
  publish(JUNE, [runner("Zoë", 2450, "70")]);
  show("/series/race");
  await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(2));
  const box = screen.getByRole("searchbox", { name: "Search by name or bib" });
  await userEvent.type(box, "7");
  await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(1));
  expect(screen.getByRole("rowheader", { name: /^Ana/ })).toBeTruthy();
  await userEvent.type(box, "0");
  expect(await screen.findByRole("rowheader", { name: /^Zoë/ })).toBeTruthy();
});

test("the caption says event, year and series; paper the days, the certifications and what ranks", async () => {
  publish(MAY, [runner("Ana", 2400, "7")], { certifications: { "10K": "WA02001AB" } });
  publish(JUNE, [runner("Ana", 2450, "7")]);
  show("/series/race");
  expect(await screen.findByRole("table", { name: "River Run 2026, Long Series" })).toBeTruthy();
  expect(screen.getByText("Places by points; in each race by clock time")).toBeTruthy();
  expect(screen.getByText(/^One name, whatever its capitals, accents and hyphens/)).toBeTruthy();
  expect(screen.getByText("May 2, 2026")).toBeTruthy();
  expect(screen.getByText("WA02001AB").textContent).toBe(
    "Course certification (10K (2026-May)): WA02001AB",
  );
});

test("two races fit on a phone of 375 px", async () => {
  publish(MAY, [runner("Ana", 2400, "7")]);
  publish(JUNE, [runner("Ana", 2450, "7")]);
  show("/series/race");
  await screen.findByRole("rowheader");
  const widths = screen
    .getAllByRole("columnheader")
    .filter((heading) => heading.textContent?.startsWith("10K"))
    .map((heading) => heading.style.getPropertyValue("--narrow"));
  expect(widths).toEqual(["4.5rem", "4.5rem"]);
});

test("a long table has the note, and all of it on request", async () => {
  publish(
    MAY,
    Array.from({ length: 600 }, (_, index) =>
      runner(`Ana ${index}`, 2400 + index, String(index + 1)),
    ),
  );
  show("/series/race");
  await userEvent.click(await screen.findByRole("button", { name: "Show all rows" }));
  // not by role: that is half a second of computing for so many rows
  await waitFor(() => expect(document.querySelectorAll("tbody th[scope=row]")).toHaveLength(600));
});

test("a runner with a new result in the live year is marked as changed", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  publish(MAY, [runner("Ana", 2400, "7"), runner("Zoë", 2500, "8")]);
  publish(JUNE, [runner("Ana", 2400, "8")], { live: true });
  show("/series/race");
  await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(2));
  publish(JUNE, [runner("Ana", 2401, "8")], { live: true, version: 2 });
  await act(() => vi.advanceTimersByTimeAsync(13_000));
  const row = (await screen.findByText("changed")).closest("tr");
  expect(within(row as HTMLElement).getByRole("rowheader", { name: /^Ana/ })).toBeTruthy();
  expect(screen.getAllByText("changed"), "not who wore the bib in another year").toHaveLength(1);
});

test("opened again it has the race that was published meanwhile", async () => {
  publish(JUNE, [runner("Ana", 2400, "7")]);
  show("/series/race");
  expect(await screen.findAllByRole("rowheader")).toHaveLength(1);
  cleanup();
  publish(MAY, [runner("Zoë", 2500, "8")]);
  show("/series/race");
  await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(2));
});

describe("the way from a series to its races and back", () => {
  test("each race that is published is a link to its results, and they lead back to the series", async () => {
    publish(MAY, [runner("Ana", 2400, "7"), runner("Zoë", 2500, "8")]);
    network.files.set("results/race/current.json", { slug: "race", files: ["series/race.js"] });
    show("/series/race?q=ana");
    const heads = (await screen.findAllByRole("columnheader")).slice(-2);
    expect(
      heads.map((head) => [
        head.textContent,
        within(head).queryByRole("link")?.getAttribute("href"),
      ]),
    ).toEqual([
      [`10K (${MAY})`, `/results/race/${MAY}?distance=10K&q=ana`],
      [`10K (${JUNE})`, undefined],
    ]);
    await userEvent.click(screen.getByRole("link", { name: `10K (${MAY})` }));
    const pages = within(await screen.findByRole("navigation", { name: "Pages of this race" }));
    await userEvent.click(pages.getByRole("link", { name: "Awards" }));
    await screen.findByRole("heading", { level: 1, name: /Awards$/ });
    await userEvent.click(await screen.findByRole("link", { name: "Long Series" }));
    expect(address(), "as it was left").toBe("/series/race/2026?q=ana");
    expect(await screen.findByRole("heading", { level: 2, name: "Long Series" })).toBeTruthy();
  });

  test("a race of an event without a definition names none, and asks for none", async () => {
    publish(MAY, [runner("Ana", 2400, "7")]);
    network.files.set("results/race/current.json", {
      slug: "race",
      files: [`race/${MAY}/10K/ytp-standings.csv`],
    });
    show(`/results/race/${MAY}`);
    await screen.findByRole("table");
    await waitFor(() => expect(network.asked).toContain("/downloads/results/race/current.json"));
    expect(screen.queryByRole("link", { name: "Long Series" })).toBeNull();
    expect(network.asked.filter((path) => path.includes("series"))).toEqual([]);
  });
});

test("spellings of one name are one person, and namesakes whom nothing tells apart are not joined", async () => {
  publish(MAY, [
    { ...runner("Zoë", 2400, "7"), gender: "" },
    runner("Ana", 2500, "8"),
    runner("Ana", 2600, "9"),
  ]);
  publish(JUNE, [runner("ZOE", 2450, "70"), runner("Ana", 2500, "8")]);
  show("/series/race");
  await waitFor(() => expect(screen.getAllByRole("rowheader")).toHaveLength(4));
  const cells = (screen.getByRole("rowheader", { name: /^Zoë/ }).closest("tr") as HTMLElement)
    .children;
  expect([...cells].slice(-2).map(({ textContent }) => textContent)).toEqual([
    "1 - 40:00 counts",
    "1 - 40:50",
  ]);
});

test("the places that make the points stand beside them, and under the name on phones, in one piece", async () => {
  publish(MAY, [runner("Ana", 2400, "7"), runner("Zoë", 2500, "8")]);
  publish(JUNE, [runner("Ana", 2600, "7"), runner("Zoë", 2500, "8")]);
  network.files.set("series/race.js", [
    {
      display_year: 2026,
      series: [
        {
          name: "Both",
          best: 2,
          distances: [
            { year: MAY, name: "10K", value: 10, type: "km" },
            { year: JUNE, name: "10K", value: 10, type: "km" },
          ],
        },
      ],
    },
  ]);
  show("/series/race");
  const [, first] = await screen.findAllByRole("row");
  const [, points, , name] = [...(first as HTMLElement).children];
  expect(points?.textContent).toBe("31\u00a0+\u00a02");
  expect(name?.textContent).toContain("Points 1\u00a0+\u00a02");
});
