// @vitest-environment jsdom
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { forgetFeeds } from "../../race/use-feed";
import { publishFinishers } from "../../test/finishers";
import type { Network } from "../../test/published";
import { type FileState, publishRace } from "../../test/race-files";
import { unfinished } from "../../test/rows";
import { address, aVisit, onPaper, show } from "../../test/show";

const [STARTED, FINISHED, DNF, DNS] = [1, 2, 3, 4] as const;
const RUNNERS: FileState[] = [
  ["11", FINISHED],
  ["12", DNF],
  ["14", DNS],
  ["15", STARTED],
  ["27", FINISHED],
];

let network: Network;

async function open(
  boards: Record<string, FileState[]>,
  race: object = {},
  path = "/results/race/2026/status",
): Promise<void> {
  publishRace(network, { boards, ...race });
  show(path);
  await screen.findByRole("heading", { level: 1, name: "2026 River Run Status" });
}

function items(list: string): string[] {
  return within(screen.getByRole("list", { name: list }))
    .getAllByRole("listitem")
    .map((item) => item.textContent);
}

function key(): string[] {
  return items("Key");
}

beforeEach(() => {
  network = aVisit();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a table of tens, with letters, a key with counts, and a link per runner", async () => {
  await open({ "10K": RUNNERS });
  expect(document.title).toBe("2026 River Run Status");
  expect(screen.getByText("May 2, 2026")).toBeTruthy();
  expect(key()).toEqual(["NDNS1", "XDNF1", "SStarted1", "FFinished2"]);
  const table = screen.getByRole("table", { name: "River Run 2026, 10K, status by bib" });
  expect(
    within(table)
      .getAllByRole("rowheader")
      .map((cell) => cell.textContent),
  ).toEqual(["11 to 20", "21 to 30"]);
  expect(
    within(table)
      .getAllByRole("columnheader")
      .map((cell) => cell.textContent),
  ).toEqual(["Bibs", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
  const cells = within(table)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
  expect(cells.slice(0, 6)).toEqual(["11 F", "12 X", "13 –", "14 N", "15 S", "16 –"]);
  expect(cells).toHaveLength(20);
  expect(screen.getByRole("link", { name: "Bib 11, finished" }).getAttribute("href")).toBe(
    "/results/race/2026/11",
  );
  expect(screen.getByRole("link", { name: "Bib 12, did not finish" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Bib 14, not started" })).toBeTruthy();
  expect(within(table).getAllByRole("link")).toHaveLength(5);
});

test("only a number that somebody of the distance has is not started, and counted", async () => {
  const entered = [
    { bib: "13", distance: "10K" },
    { bib: "16", distance: "10K" },
    { bib: "17", distance: "5K" },
  ];
  await open(
    { "10K": RUNNERS, "5K": [["16", FINISHED]] },
    { entered },
    "/results/race/2026/status?distance=10K",
  );
  const grid = within(screen.getByRole("table", { name: "River Run 2026, 10K, status by bib" }));
  await vi.waitFor(() => expect(key()[0]).toBe("NDNS3"));
  const cells = grid.getAllByRole("cell");
  const shown = cells.slice(2, 7);
  expect(shown.map((cell) => cell.textContent)).toEqual(["13 N", "14 N", "15 S", "16 –", "17 –"]);
  expect(shown.map((cell) => cell.dataset.state)).toEqual(["0", "0", "1", "", ""]);
  expect(grid.getAllByRole("img", { name: "nobody" })).toHaveLength(14);
  expect(screen.getByText("6 runners: 2 DNS, 1 DNF, 1 Started, 2 Finished")).toBeTruthy();
});

test("a cell leads to the runner inside the site", async () => {
  await open({ "10K": RUNNERS });
  await userEvent.click(screen.getByRole("link", { name: "Bib 27, finished" }));
  expect(address()).toBe("/results/race/2026/27");
});

test("ten rows of nobody are one line", async () => {
  await open({
    "10K": [
      ["1", FINISHED],
      ["111", FINISHED],
    ],
  });
  expect(screen.getByRole("cell", { name: "11 to 110: nobody" })).toBeTruthy();
  expect(screen.getAllByRole("row")).toHaveLength(4);
});

test("a bib that is no number: a list of all in natural order instead of the grid, for this distance only", async () => {
  await open(
    {
      "10K": [
        ["12", DNF],
        ["F20", FINISHED],
        ["3", STARTED],
      ],
      "5K": [["501", FINISHED]],
    },
    {},
    "/results/race/2026/status?distance=10K",
  );
  expect(screen.getByText("Non-number bib found. Unable to process.")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  expect(items("All bibs")).toEqual(["3started", "12did not finish", "F20finished"]);
  expect(screen.getByRole("link", { name: "Bib F20, finished" }).getAttribute("href")).toBe(
    "/results/race/2026/F20",
  );
  await userEvent.click(screen.getByRole("tab", { name: "5K" }));
  expect(screen.getByRole("table")).toBeTruthy();
});

test("distances are tabs; the chosen one stands in the address, the one that opens is left out", async () => {
  await open({ "10K": RUNNERS, "5K": [["501", FINISHED]] });
  expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual(["5K", "10K"]);
  expect(screen.getByRole("heading", { level: 2, name: "10K" })).toBeTruthy();
  expect(key()).toEqual(["NDNS1", "XDNF1", "SStarted1", "FFinished3"]);
  await userEvent.click(screen.getByRole("tab", { name: "5K" }));
  expect(screen.getByText("1 runner: 0 DNS, 0 DNF, 0 Started, 1 Finished")).toBeTruthy();
  expect(address()).toBe("/results/race/2026/status?distance=5K");
  await userEvent.click(screen.getByRole("tab", { name: "10K" }));
  expect(address()).toBe("/results/race/2026/status");
});

test("years lead to the same kind of address as the visitor's", async () => {
  await open({ "10K": RUNNERS }, { years: ["2025", "2026"] });
  expect(
    within(screen.getByRole("navigation", { name: "Years" }))
      .getByRole("link")
      .getAttribute("href"),
  ).toBe("/results/race/2025/status");
});

test("by the status word too, and without a year", async () => {
  await open({ "10K": RUNNERS }, { years: ["2025", "2026"] }, "/status/race/2026");
  expect(
    within(screen.getByRole("navigation", { name: "Years" }))
      .getByRole("link")
      .getAttribute("href"),
  ).toBe("/status/race/2025");
});

test("without a year the latest is shown", async () => {
  await open({ "10K": RUNNERS }, {}, "/results/race/status/");
  expect(screen.getByRole("link", { name: "Bib 11, finished" }).getAttribute("href")).toBe(
    "/results/race/2026/11",
  );
});

test("a message for a race without runners, and for a distance without any", async () => {
  await open({});
  expect(screen.getByText("No status information to display.")).toBeTruthy();
  forgetFeeds();
  document.body.replaceChildren();
  await open({ "10K": RUNNERS }, { distances: ["10K", "Half"] });
  const half = screen.getByRole("heading", { level: 2, name: "Half" }).parentElement;
  expect(half?.textContent).toContain("No status information to display.");
});

test.each(["/results/race/2020/status", "/results/race/status/status", "/status/race/qr"])(
  "%s is off course",
  async (path) => {
    publishRace(network, { boards: { "10K": RUNNERS } });
    show(path);
    expect(await screen.findByText("You appear to be off course.")).toBeTruthy();
  },
);

test("a grid of thousands draws only what is near, counts its rows, and draws all on request", async () => {
  const many = Array.from({ length: 6000 }, (_, index): FileState => [String(index + 1), FINISHED]);
  await open({ "10K": many });
  const table = screen.getByRole("table");
  expect(table.getAttribute("aria-rowcount")).toBe("601");
  expect(document.querySelectorAll("td").length).toBeLessThan(800);
  expect(screen.getByRole("button", { name: "Show all numbers" })).toBeTruthy();
  expect(key().at(-1)).toBe("FFinished6,000");
});

test("paper has every distance, the key and when it was posted", async () => {
  await open({ "10K": RUNNERS, "5K": [["501", FINISHED]] });
  await onPaper();
  expect(screen.queryByRole("tab")).toBeNull();
  expect(screen.getAllByRole("table", { hidden: true })).toHaveLength(2);
  expect(screen.getAllByText(/^Posted at /)).toHaveLength(2);
  expect(screen.getAllByText("Results of May 2, 2026, 09:45 (UTC-07:00)")).toHaveLength(2);
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(screen.getAllByRole("tab")).toHaveLength(2);
});

test.each(["11", "F11"])(
  "paper has the certification of each distance, with a grid and with lists: bib %s",
  async (bib) => {
    const runner = { bib, first: "Ana", seconds: 2400 };
    publishFinishers(network, {
      boards: { "10K": [runner], "5K": [runner] },
      certifications: { "5K": "WA02001AB" },
    });
    show("/results/race/2026/status");
    await screen.findAllByRole("link", { name: `Bib ${bib}, finished` });
    await onPaper();
    expect(screen.getAllByText("WA02001AB").map((line) => line.textContent)).toEqual([
      "Course certification: WA02001AB",
    ]);
  },
);

function segment(name: string, distance_value: number) {
  return {
    name,
    location: name,
    distance_name: "10K",
    distance_value,
    distance_unit: "km",
    map_link: "",
  };
}

/** The cells of a table's rows; for a cell with a link only the link. */
function cellsOf(name: string): string[][] {
  const table = screen.getByRole("table", { name, hidden: true });
  return [...table.querySelectorAll("tbody tr")].map((row) =>
    [...row.querySelectorAll("th, td")].map(
      (cell) => (cell.querySelector("a") ?? cell).textContent,
    ),
  );
}

describe("runners who are still out there", () => {
  const GUN = Date.parse("2026-05-02T08:00:00-07:00");
  const at = (minutes: number) =>
    new Date(GUN + minutes * 60_000).toISOString().replace("Z", "+00:00");
  const runner = (bib: string, first: string, point: string, minutes: number) => ({
    bib,
    first,
    last: "Runner",
    distance: "10K",
    rows: [
      { segment: "Start", occurrence: 0, local: at(0) },
      { segment: point, clock: minutes * 60, chip: minutes * 60, local: at(minutes) },
    ],
  });
  const PEOPLE = [
    runner("11", "Ana", "6K", 30),
    runner("7", "Bo", "3K", 15),
    runner("A3", "Cy", "3K", 20),
  ];

  async function openLive(): Promise<void> {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.setSystemTime(GUN + 38 * 60_000);
    const lines = PEOPLE.map(({ bib, first, rows: [, read] }) =>
      unfinished("started", {
        bib,
        first,
        last: "Runner",
        distance: "10K",
        segment: read?.segment ?? "",
        occurrence: 1,
        seconds: read?.clock ?? 0,
        chipSeconds: read?.clock ?? 0,
      }),
    );
    publishRace(network, {
      live: true,
      people: PEOPLE,
      lines: { "10K": lines },
      segments: [segment("3K", 3), segment("6K", 6), segment("Finish", 10)],
    });
    show("/results/race/2026/status");
    await screen.findByRole("table", { name: "By timing point" });
    await screen.findByText("8 min", { selector: "b" });
  }

  test("a live race: by point, and one by one, the longest unseen first", async () => {
    await openLive();
    expect(cellsOf("By timing point")).toEqual([
      ["3K", "3", "0", "0"],
      ["6K", "1", "2", "1"],
      ["Finish", "0", "1", "0"],
    ]);
    const list = cellsOf("Still on the course (3)");
    expect(list.map(([bib, name]) => [bib, name])).toEqual([
      ["7", "Bo Runner"],
      ["A3", "Cy Runner"],
      ["11", "Ana Runner"],
    ]);
    expect(list.map(([, , , unseen, , overdue]) => [unseen, overdue])).toEqual([
      ["23 min", "8 min"],
      ["18 min", ""],
      ["8 min", ""],
    ]);
    expect(screen.getByRole("link", { name: "Cy Runner" }).getAttribute("href")).toBe(
      "/results/race/2026/A3",
    );
    expect(items("All bibs")).toEqual(["7started", "11started", "A3started"]);
  });

  test("on paper each has a box to tick", async () => {
    await openLive();
    await onPaper();
    expect(screen.getByRole("columnheader", { name: "Found", hidden: true })).toBeTruthy();
    expect(cellsOf("Still on the course (3)")).toHaveLength(3);
  });

  test("a race that is not live has no such list", async () => {
    await open({ "10K": RUNNERS });
    expect(screen.queryByText(/Still on the course/)).toBeNull();
  });
});

test("a live page takes over new states in place and marks them", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open({ "10K": RUNNERS }, { live: true });
  publishRace(network, {
    live: true,
    version: 2,
    boards: { "10K": RUNNERS.map(([bib, state]) => [bib, bib === "15" ? FINISHED : state]) },
  });
  await act(() => vi.advanceTimersByTimeAsync(13_000));
  const cell = (await screen.findByRole("link", { name: "Bib 15, finished" })).closest("td");
  expect(cell?.textContent).toBe("15 Fchanged");
  expect(screen.getAllByText("changed")).toHaveLength(1);
});
