// @vitest-environment jsdom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Line } from "../../../scoring/row";
import { publishFinishers } from "../../../test/finishers";
import type { Network } from "../../../test/published";
import { type FilePerson, publishRace } from "../../../test/race-files";
import { finished } from "../../../test/rows";
import { address, aVisit, show } from "../../../test/show";

let network: Network;

/** Published as a line of a board, and with the rows of the runner's own page. */
function runner(
  distance: string,
  bib: string,
  first: string,
  ranking: number,
  seconds: number,
): { line: Line; person: FilePerson } {
  const who = { bib, first, last: "Runner", gender: "Woman", age: 34, distance };
  return {
    line: finished({
      ...who,
      ageGroup: "30-39",
      ranking,
      seconds,
      chipSeconds: seconds - 5,
      division: "pntf",
    }),
    person: {
      ...who,
      rows: [
        {
          segment: "Finish",
          clock: seconds,
          chip: seconds - 5,
          places: [ranking, 1, 1],
          finish: true,
        },
      ],
    },
  };
}

function publish(): void {
  const field = [
    runner("5K", "51", "Zoë", 1, 1400),
    runner("5K", "52", "Anahi", 2, 1500),
    runner("5K", "53", "Bea", 3, 1600),
    runner("10K", "1", "Ana", 1, 2400),
    runner("10K", "2", "Anabel", 2, 2500),
  ];
  const of = (distance: string) =>
    field.map(({ line }) => line).filter(({ row }) => row.distance === distance);
  publishRace(network, {
    lines: { "5K": of("5K"), "10K": of("10K") },
    people: field.map(({ person }) => person),
  });
}

async function go(name: string): Promise<void> {
  const nav = within(await screen.findByRole("navigation", { name: "Pages of this race" }));
  await userEvent.click(nav.getByRole("link", { name }));
  await waitFor(() => expect(screen.getByRole("link", { name, current: "page" })).toBeTruthy());
}

/** From the list to the runner. */
async function open(name: string): Promise<void> {
  const table = await screen.findByRole("table");
  await userEvent.click(within(table).getByRole("link", { name }));
  await screen.findByRole("heading", { level: 2, name });
}

beforeEach(() => {
  network = aVisit();
});

afterEach(() => vi.unstubAllGlobals());

describe("settings go along with links", () => {
  const LIST = "/results/race/2026?distance=10K&sort=gender&q=ana&rank=chip";

  test("each page's address has what it understands; through pages that do not, the rest comes back", async () => {
    publish();
    show(LIST);
    await go("Awards");
    expect(address()).toBe("/awards/race/2026?distance=10K");
    await go("Status");
    expect(address()).toBe("/results/race/2026/status?distance=10K");
    await go("PNTF Rankings");
    expect(address()).toBe("/pntf/race/2026?distance=10K&q=ana");
    await userEvent.clear(await screen.findByRole("searchbox"));
    await waitFor(() => expect(address()).toBe("/pntf/race/2026?distance=10K"));
    await go("Results");
    expect(address(), "and what was changed on the way stays changed").toBe(
      "/results/race/2026?distance=10K&sort=gender&rank=chip",
    );
  });

  test("from the list to a runner, whose address people share, and back", async () => {
    publish();
    show(LIST);
    await open("Anabel Runner");
    expect(address()).toBe("/results/race/2026/2");
    await userEvent.click(screen.getByRole("link", { name: "Back to results" }));
    expect(address()).toBe(LIST);
    await go("Awards");
    expect(address()).toBe("/awards/race/2026?distance=10K");
    const [first] = await screen.findAllByRole("link", { name: "Ana Runner" });
    await userEvent.click(first as HTMLElement);
    await userEvent.click(await screen.findByRole("link", { name: "Back to awards" }));
    expect(address()).toBe("/awards/race/2026?distance=10K");
    await go("Results");
    expect(address()).toBe(LIST);
  });

  test("a setting that is changed on the way does not lose what came along", async () => {
    publish();
    show(LIST);
    await go("Awards");
    await userEvent.click(await screen.findByRole("tab", { name: "5K" }));
    expect(address()).toBe("/awards/race/2026");
    await go("Results");
    expect(address()).toBe("/results/race/2026?sort=gender&q=ana&rank=chip");
  });

  test("a cell of the status grid takes it along, too", async () => {
    publish();
    show(LIST);
    await go("Status");
    await userEvent.click(await screen.findByRole("link", { name: "Bib 2, finished" }));
    await userEvent.click(await screen.findByRole("link", { name: "Back to results" }));
    expect(address()).toBe(LIST);
  });
});

test.each([
  ["/results/race/2026/2", "Back to results", "/results/race/2026?distance=10K"],
  ["/awards/race/2026/2", "Back to awards", "/awards/race/2026?distance=10K"],
  ["/status/race/2026/2", "Back to status", "/results/race/2026/status?distance=10K"],
  ["/series/race/2026/2", "Back to the series", "/series/race/2026"],
  ["/results/race/2026/51", "Back to results", "/results/race/2026"],
])("%s opened from elsewhere links back to the runner's distance", async (path, name, back) => {
  publish();
  show(path);
  const link = await screen.findByRole("link", { name });
  expect(link.getAttribute("href")).toBe(back);
});

describe("another year", () => {
  const ANA = { bib: "1", first: "Ana", seconds: 2400 };
  const years = ["2025", "2026"];

  test.each(["results", "awards"])(
    "/%s: the distance goes along where the year has it",
    async (word) => {
      for (const year of years)
        publishFinishers(network, { year, years, boards: { "5K": [ANA], "10K": [ANA] } });
      show(`/${word}/race/2026?distance=10K`);
      await userEvent.click(await screen.findByRole("link", { name: "2025" }));
      await screen.findByRole("link", { name: "2026" });
      expect(address()).toBe(`/${word}/race/2025?distance=10K`);
      expect((await screen.findByRole("tab", { selected: true })).textContent).toBe("10K");
    },
  );

  test.each(["results", "awards"])(
    "/%s: elsewhere it leaves the address, and the rest stays",
    async (word) => {
      publishFinishers(network, { year: "2025", years, boards: { "5K": [ANA], Half: [ANA] } });
      publishFinishers(network, { year: "2026", years, boards: { "5K": [ANA], "10K": [ANA] } });
      const rest = word === "results" ? "q=ana" : "ov=1";
      show(`/${word}/race/2026?${word === "results" ? "distance=10K&q=ana" : "ov=1&distance=10K"}`);
      await userEvent.click(await screen.findByRole("link", { name: "2025" }));
      await waitFor(() => expect(address()).toBe(`/${word}/race/2025?${rest}`));
      expect((await screen.findByRole("tab", { selected: true })).textContent).toContain("5K");
      expect(screen.queryByRole("alert")).toBeNull();
    },
  );

  test("while a year is live it may still get the distance", async () => {
    publishFinishers(network, { live: true, boards: { "5K": [ANA], "10K": [ANA] } });
    show("/awards/race/2026?distance=Half");
    await screen.findByRole("tab", { name: "5K", selected: true });
    expect(address()).toBe("/awards/race/2026?distance=Half");
  });
});
