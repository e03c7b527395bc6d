// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Network } from "../../../test/published";
import { publishRace } from "../../../test/race-files";
import { finished, unfinished } from "../../../test/rows";
import { aVisit, show } from "../../../test/show";
import { writeAs } from "../../../text/intl";

let network: Network;

beforeEach(() => {
  network = aVisit();
});
afterEach(() => {
  localStorage.clear();
  writeAs("en", "en-GB");
});

function follow(...bibs: string[]): void {
  localStorage.setItem(
    "stars",
    JSON.stringify(bibs.map((bib) => ({ slug: "race", year: "2026", distance: "10K", bib }))),
  );
}

function publish(): void {
  const namesakes = ["113", "114"].map((bib, at) =>
    finished({ distance: "10K", bib, first: "Peter", last: "Smith", ranking: at + 1 }),
  );
  const seen = { distance: "10K", bib: "12", first: "Ana", last: "Ruiz" };
  publishRace(network, {
    live: true,
    lines: { "10K": [...namesakes, unfinished("started", { ...seen, segment: "5K" })] },
    people: [
      {
        ...seen,
        rows: [
          { segment: "Start", occurrence: 0, clock: 12, local: "2026-05-02T14:00:12Z" },
          { segment: "5K", occurrence: 1, clock: 1512, chip: 1500, local: "2026-05-02T14:31:00Z" },
        ],
      },
    ],
  });
}

async function strip(): Promise<HTMLElement> {
  return screen.findByRole("region", { name: "My runners" });
}

test("two of one name are told apart by their bibs in the strip", async () => {
  follow("113", "114", "12");
  publish();
  show("/results/race/2026");
  const mine = within(await strip());
  expect(mine.getByRole("link", { name: "Peter Smith, Bib 113" })).toBeTruthy();
  expect(mine.getByText("Bib 114")).toBeTruthy();
  expect(mine.getByRole("link", { name: "Ana Ruiz" })).toBeTruthy();
  expect(mine.queryByText("Bib 12")).toBeNull();
});

test("two of one name are told apart in a list that was shared", async () => {
  publish();
  show("/results/race/2026#follow&10K=113&10K=114&10K=12");
  const shared = await screen.findByRole("region", { name: "Runners shared with you" });
  expect(shared.textContent).toContain("Peter Smith (Bib 113), Peter Smith (Bib 114), Ana Ruiz");
});

test.each([
  ["en-US", /seen 5K 2:31/],
  ["es-ES", /seen 5K 14:31/],
])("the hours of a day in the region %s", async (region, seen) => {
  writeAs("en", region);
  follow("12");
  publish();
  show("/results/race/2026");
  expect(await within(await strip()).findByText(seen)).toBeTruthy();
});
