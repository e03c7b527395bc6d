// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forgetFeeds } from "../../race/use-feed";
import type { Network } from "../../test/published";
import { publishRace } from "../../test/race-files";
import { aVisit, show } from "../../test/show";

let network: Network;

beforeEach(() => {
  network = aVisit();
});

afterEach(() => {
  forgetFeeds();
  localStorage.clear();
});

/** Publishes Ana Ruiz, 34 on the race's day, and these other results of her name. */
async function open(others: readonly { day: string; bib: string; age: number }[]): Promise<string> {
  publishRace(network, {
    people: [
      { bib: "12", first: "Ana", last: "Ruiz", gender: "F", age: 34, distance: "10K", rows: [] },
    ],
  });
  network.files.set("results/_names/current.json", {
    format: 1,
    commit: 2,
    races: 3,
    newest: "2026-05-02",
    starts: [""],
    files: ["11"],
  });
  network.files.set("results/_names/n-11.json", {
    format: 1,
    races: others.map(({ day }) => ["lake", day, "Lake 10K", day]),
    distances: ["10K"],
    genders: ["F"],
    race: others.map((_, place) => place),
    first: others.map(() => "ANA"),
    last: others.map(() => "Ruíz"),
    bib: others.map(({ bib }) => bib),
    distance: others.map(() => 0),
    gender: others.map(() => 0),
    age: others.map(({ age }) => age),
  });
  show("/results/race/2026/12");
  await userEvent.click(await screen.findByText("Other races"));
  const searched = await screen.findByText(/Searched: 3 races/);
  return searched.parentElement?.textContent ?? "";
}

test("results of the same name whose age fits", async () => {
  const told = await open([
    { day: "2024-05-02", bib: "3", age: 32 },
    { day: "2020-05-02", bib: "4", age: 55 },
  ]);
  expect(told).toContain("Whether it is the same person is not known for certain.");
  expect(screen.getByRole("link", { name: "ANA Ruíz" }).getAttribute("href")).toBe(
    "/results/lake/2024-05-02/3?distance=10K",
  );
});

test("two people of one name are told apart", async () => {
  await open([
    { day: "2025-12-01", bib: "3", age: 33 },
    { day: "2025-11-01", bib: "4", age: 34 },
  ]);
  for (const [place, bib] of [
    [1, "3"],
    [2, "4"],
  ] as const) {
    const heading = screen.getByRole("heading", { name: `Possible person ${place}` });
    const links = within(heading.parentElement as HTMLElement).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      expect.stringContaining(`/${bib}?`),
    ]);
  }
});

/** A finisher of the race, by the seconds of the chip time. */
const finisher = (bib: string, first: string, distance: string, chip: number) => ({
  bib,
  first,
  last: "Ruiz",
  gender: "F",
  age: 34,
  distance,
  rows: [{ segment: "Finish", occurrence: 1, clock: chip + 12, chip, finish: true }],
});

test.each([
  ["distance", "20:46.0 clock time"],
  ["time", "Lap 1, 20:46.0"],
])(
  "of type %s: what the places of another result go by, unless the bib is somebody else's by now",
  async (type, told) => {
    publishRace(network, {
      type,
      people: [
        finisher("12", "Ana", "10K", 3000),
        finisher("13", "Ana", "5K", 1234),
        finisher("14", "Bea", "Mile", 400),
      ],
    });
    network.files.set("results/_names/current.json", {
      format: 1,
      commit: 2,
      races: 1,
      newest: "2026-05-02",
      starts: [""],
      files: ["11"],
    });
    network.files.set("results/_names/n-11.json", {
      format: 1,
      races: [["race", "2026", "Race", "2026-05-02"]],
      distances: ["5K", "Mile"],
      genders: ["F"],
      race: [0, 0],
      first: ["Ana", "Ana"],
      last: ["Ruiz", "Ruiz"],
      bib: ["13", "14"],
      distance: [0, 1],
      gender: [0, 0],
      age: [34, 34],
    });
    show("/results/race/2026/12");
    await userEvent.click(await screen.findByText("Other races"));
    await screen.findByText(told);
    expect(screen.getAllByRole("link", { name: "Ana Ruiz" })).toHaveLength(2);
    expect(screen.queryByText(/6:[45]\d\.0/)).toBeNull();
  },
);
