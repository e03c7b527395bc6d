// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Network } from "../../test/published";
import { aVisit, show } from "../../test/show";

let network: Network;

beforeEach(() => {
  network = aVisit();
  network.files.set("results/index.json", {
    updated_at: "2026-11-01T00:00:00Z",
    events: [
      { name: "River Run", slug: "river", type: "distance", recent_time: "2020-05-02T08:00:00Z" },
    ],
  });
});

afterEach(() => localStorage.clear());

/** Ana Ruiz, who ran twice, and somebody whose name is written in another script. */
const shard = {
  format: 1,
  races: [
    ["lake", "2025", "Lake 10K", "2025-06-01"],
    ["river", "2026", "River Run", "2026-05-02"],
  ],
  distances: ["10 KM"],
  genders: ["F", "M"],
  race: [0, 1, 1],
  first: ["Ana", "Ana", "Иван"],
  last: ["Ruiz", "Ruiz", "Петров"],
  bib: ["7", "12", "40"],
  distance: [0, 0, 0],
  gender: [0, 0, 1],
  age: [33, 34, 0],
};

function publishIndex(file: string): void {
  network.files.set("results/_names/current.json", {
    format: 1,
    commit: 2,
    races: 200,
    newest: "2026-05-02",
    starts: [""],
    files: [file],
  });
}

async function found(): Promise<HTMLElement> {
  return screen.findByRole("region", { name: "Results of earlier races" });
}

test("a runner of May is found, and the page says which races were searched", async () => {
  publishIndex("11");
  network.files.set("results/_names/n-11.json", shard);
  show("/?q=ana%20ruiz");
  const region = await found();
  expect(await within(region).findByText("2 results")).toBeTruthy();
  const links = within(region).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/results/river/2026/12?distance=10+KM",
    "/results/lake/2025/7?distance=10+KM",
  ]);
  expect(region.textContent).toContain(
    "Searched: live and recent races, and 200 races up to May 2, 2026.",
  );
});

test("a name in another script is found in capitals, too", async () => {
  publishIndex("11");
  network.files.set("results/_names/n-11.json", shard);
  show(`/?q=${encodeURIComponent("ПЕТР")}`);
  const region = await found();
  expect(await within(region).findByRole("link", { name: "Иван Петров" })).toBeTruthy();
});

test("a file that is gone since the directory was read is asked for by the next directory", async () => {
  publishIndex("11");
  show("/?q=ruiz");
  const region = await found();
  const again = await within(region).findByRole("button", { name: "Search again" });
  publishIndex("22");
  network.files.set("results/_names/n-22.json", shard);
  await userEvent.click(again);
  expect(await within(region).findByText("2 results")).toBeTruthy();
});

test("before any race is in the index, that is said", async () => {
  show("/?q=ruiz");
  const region = await found();
  expect(await within(region).findByText(/Earlier ones are added some hours/)).toBeTruthy();
});
