// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FileFinisher, publishFinishers } from "../../test/finishers";
import type { Network } from "../../test/published";
import { address, aVisit, onPaper, show } from "../../test/show";

const ANA: FileFinisher = { bib: "1", first: "Ana", seconds: 2400, division: "pntf" };
const BO: FileFinisher = { bib: "2", first: "Bo", seconds: 2500, division: "pntf", gender: "Man" };
const MIA: FileFinisher = { bib: "3", first: "Mia", seconds: 2600, division: "ytp", age: 9 };
const ZOE: FileFinisher = { bib: "51", first: "Zoë", seconds: 1400, division: "pntf" };
const LEA: FileFinisher = { bib: "52", first: "Lea", seconds: 1500, division: "ytp", age: 12 };
const BOARDS = { "10K": [ANA, BO, MIA], "5K": [ZOE, LEA] };

let network: Network;

async function open(path: string): Promise<void> {
  show(path);
  await screen.findByRole("heading", { level: 1, name: /^2026 River Run / });
  await waitFor(() => expect(screen.queryByText("Loading")).toBeNull());
}

function tables(): string[] {
  return screen
    .getAllByRole("table", { hidden: true })
    .map((table) => table.querySelector("caption")?.textContent ?? "");
}

function many(count: number, division: string): FileFinisher[] {
  return Array.from({ length: count }, (_, index) => ({
    bib: String(index + 1),
    first: "Ana",
    seconds: 2400 + index,
    division,
  }));
}

/** A team of four women, the last at `seconds`. */
function team(name: string, from: number, seconds: number): FileFinisher[] {
  return [0, 1, 2, 3].map((index) => ({
    bib: String(from + index),
    first: "Ana",
    seconds: index === 3 ? seconds : 2000 + from + index,
    division: name,
  }));
}

beforeEach(() => {
  network = aVisit();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each(["pntf", "pntf-youth"])("/%s without a table has no way back to one", async (word) => {
  publishFinishers(network, { boards: { "10K": many(1, "") } });
  await open(`/${word}/race/2026`);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.queryByText("Back to the table")).toBeNull();
});

describe("search", () => {
  test.each(["pntf", "pntf-awards"])(
    "/%s: a search leads to where it finds somebody; tabs count the matches, an empty panel offers the other distances",
    async (word) => {
      publishFinishers(network, { boards: BOARDS });
      await open(`/${word}/race/2026?q=zoe`);
      expect((await screen.findAllByRole("tab")).map((tab) => tab.textContent)).toEqual([
        "5K (1)",
        "10K (0)",
      ]);
      await waitFor(() => expect(address()).toBe(`/${word}/race/2026?distance=5K&q=zoe`));
      await userEvent.click(screen.getByRole("tab", { name: "10K (0)" }));
      expect(screen.getByText("No runner matches.")).toBeTruthy();
      await userEvent.click(screen.getByRole("button", { name: "5K: 1 match" }));
      expect(address()).toBe(`/${word}/race/2026?distance=5K&q=zoe`);
      expect(
        screen.getAllByRole("rowheader").map((cell) => cell.querySelector("a")?.textContent),
      ).toEqual(["Zoë Runner"]);
      await userEvent.clear(screen.getByRole("searchbox"));
      expect(await screen.findByRole("tab", { name: "10K" })).toBeTruthy();
    },
  );

  test("a search without any match can be cleared", async () => {
    publishFinishers(network, { boards: BOARDS });
    await open("/pntf/race/2026?q=nobody");
    await userEvent.click(await screen.findByRole("button", { name: "Clear search" }));
    expect(address()).toBe("/pntf/race/2026");
    expect(screen.getByRole("link", { name: "Ana Runner" })).toBeTruthy();
  });
});

test("a distance without a name is called the same on its tab and in its heading", async () => {
  publishFinishers(network, { boards: { "": [ANA], "5K": [ZOE] } });
  await open("/pntf/race/2026");
  await userEvent.click(await screen.findByRole("tab", { name: "All runners" }));
  expect(screen.getByRole("heading", { level: 2, name: "All runners" })).toBeTruthy();
  expect(tables()).toEqual(["River Run 2026, Women"]);
});

test.each([
  ["pntf", ["River Run 2026, 10K, Women", "River Run 2026, 10K, Men"]],
  ["pntf-awards", ["River Run 2026, 10K, Women's Open", "River Run 2026, 10K, Men's Open"]],
  ["ytp-awards", ["River Run 2026, 10K, Women Overall", "River Run 2026, 10K, Women 9-10"]],
  ["pntf-youth", ["River Run 2026, 10K, PNTF Youth Championship Results"]],
  ["ytp-series", ["River Run 2026, 10K, Women 9-10"]],
])("/%s: captions say event, distance and what is listed", async (word, captions) => {
  publishFinishers(network, { boards: BOARDS });
  await open(`/${word}/race/2026?distance=10K`);
  await screen.findAllByRole("table");
  expect(tables()).toEqual(captions);
});

function tabs(): (string | null)[] {
  return screen.queryAllByRole("tab").map((tab) => tab.textContent);
}

describe("a distance with nobody in the ranking", () => {
  const TEAM = team("Hawks", 1, 3000);
  const OTHERS = [ANA, BO];

  test.each([
    ["team-results", TEAM],
    ["pntf", [ANA]],
    ["pntf-awards", [ANA]],
    ["ytp-awards", [MIA]],
    ["pntf-youth", [MIA]],
    ["ytp-series", [MIA]],
  ])("/%s: gets no tab, and does not open first", async (word, runners) => {
    const nobody = [{ ...BO, division: "" }];
    publishFinishers(network, { boards: { "5K": nobody, "10K": runners, Half: runners } });
    await open(`/${word}/race/2026`);
    expect((await screen.findAllByRole("tab")).map((tab) => tab.textContent)).toEqual([
      "10K",
      "Half",
    ]);
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("10K");
    expect(screen.getAllByRole("table")[0]?.querySelector("caption")?.textContent).toContain(
      "River Run 2026, 10K, ",
    );
    expect(screen.queryByText(/No (results|awards) to display/)).toBeNull();
  });

  test("the only other one stands without tabs, under its name", async () => {
    publishFinishers(network, { boards: { "5K": OTHERS, "10K": TEAM } });
    await open("/team-results/race/2026");
    expect(tabs()).toEqual([]);
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("10K");
    expect(screen.getByRole("heading", { level: 2 }).className).not.toContain("tabbed");
  });

  test("is shown to who asks for it by the address, and says what to expect", async () => {
    publishFinishers(network, { live: true, boards: { "5K": OTHERS, "10K": TEAM } });
    await open("/team-results/race/2026?distance=5K");
    expect(tabs()).toEqual(["5K", "10K"]);
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("5K");
    expect(
      screen.getByText("The race is under way: they appear here as they come in."),
    ).toBeTruthy();
  });

  test("came along from another page: the address does without it, and the next page has it again", async () => {
    publishFinishers(network, { boards: { "10K": TEAM, Half: OTHERS } });
    show("/results/race/2026?distance=Half");
    await userEvent.click(await screen.findByRole("link", { name: "Teams" }));
    await waitFor(() => expect(tables()).toEqual(["River Run 2026, 10K, Team Results"]));
    await waitFor(() => expect(address()).toBe("/team-results/race/2026"));
    await userEvent.click(screen.getByRole("link", { name: "Results" }));
    await waitFor(() => expect(address()).toBe("/results/race/2026?distance=Half"));
  });

  test.each([
    [true, "2026", "The race is under way: they appear here as they come in."],
    [false, "2026", "What is published later appears here."],
    [false, "2999", "The race has not started yet."],
    [true, "2999", "The race has not started yet."],
  ])("no results at all: live %s, in %s, the page says once %s", async (live, year, sentence) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-01") });
    publishFinishers(network, { live, year, boards: { "5K": OTHERS, "10K": OTHERS } });
    show(`/team-results/race/${year}`);
    expect(
      (await screen.findAllByText("No results to display.")).map(
        (line) => line.nextElementSibling?.textContent,
      ),
    ).toEqual([sentence]);
    expect(tabs()).toEqual([]);
    expect(screen.queryByRole("searchbox")).toBeNull();
  });

  test("fills while the race is live: it gets its tab, and what is being read stays", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    publishFinishers(network, { live: true, boards: { "5K": OTHERS, "10K": TEAM } });
    await open("/team-results/race/2026");
    expect(tables()).toEqual(["River Run 2026, 10K, Team Results"]);
    publishFinishers(network, { live: true, version: 2, boards: { "5K": TEAM, "10K": TEAM } });
    await act(() => vi.advanceTimersByTimeAsync(13_000));
    expect((await screen.findAllByRole("tab")).map((tab) => tab.textContent)).toEqual([
      "5K",
      "10K",
    ]);
    expect(tables()).toEqual(["River Run 2026, 10K, Team Results"]);
    await userEvent.click(screen.getByRole("tab", { name: "5K" }));
    expect(address()).toBe("/team-results/race/2026?distance=5K");
    expect(tables()).toEqual(["River Run 2026, 5K, Team Results"]);
  });

  test("/ytp-series: a distance with a runner of the standings alone has a tab", async () => {
    publishFinishers(network, { boards: { "5K": OTHERS, "10K": [MIA] } });
    giveStandings("Lea,Runner,60,YTP Female 11-12");
    await open("/ytp-series/race/2026");
    expect((await screen.findAllByRole("tab")).map((tab) => tab.textContent)).toEqual([
      "5K",
      "10K",
    ]);
  });
});

describe("long tables", () => {
  test("the note names the search box and draws all", async () => {
    publishFinishers(network, { boards: { "10K": many(600, "pntf") } });
    await open("/pntf/race/2026");
    expect(await screen.findByText(/Use the search box/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show all rows" }));
    expect(await screen.findByText("All rows are drawn.")).toBe(document.activeElement);
    // not by role: that is half a second of computing for so many rows
    await waitFor(() => expect(document.querySelectorAll("tbody th[scope=row]")).toHaveLength(600));
  });

  test("a page without a search box does not name one", async () => {
    publishFinishers(network, { boards: { "10K": many(600, "ytp") } });
    await open("/pntf-youth/race/2026");
    expect(await screen.findByRole("button", { name: "Show all rows" })).toBeTruthy();
    expect(screen.queryByText(/search box/)).toBeNull();
  });

  test("a short table has no note", async () => {
    publishFinishers(network, { boards: BOARDS });
    await open("/pntf/race/2026");
    expect(screen.queryByRole("button", { name: "Show all rows" })).toBeNull();
  });
});

test("the team page says who is numbered, who displaces, and how a tie is broken", async () => {
  publishFinishers(network, { boards: { "10K": team("Hawks", 1, 3000) } });
  await open("/team-results/race/2026");
  expect(screen.getByText(/^Only runners of the teams below are numbered/).textContent).toMatch(
    /do not score, but displace those of other teams\..*a tie goes to the team with the best runner\.$/,
  );
});

test("a team changed when one of its members did", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  publishFinishers(network, {
    live: true,
    boards: { "10K": [...team("Hawks", 1, 3000), ...team("Rats", 11, 3001)] },
  });
  await open("/team-results/race/2026");
  expect(tables()).toEqual(["River Run 2026, 10K, Team Results"]);
  publishFinishers(network, {
    live: true,
    version: 2,
    boards: { "10K": [...team("Hawks", 1, 3000), ...team("Rats", 11, 3002)] },
  });
  await act(() => vi.advanceTimersByTimeAsync(13_000));
  const row = (await screen.findByText("changed")).closest("tr");
  expect(within(row as HTMLElement).getByRole("rowheader").textContent).toContain("Rats");
  expect(screen.getAllByText("changed")).toHaveLength(1);
});

/** The API returns these lines as youth standings. */
function giveStandings(...lines: string[]): void {
  const answer = fetch;
  const csv = ["first,last,highest score,category", ...lines].join("\n");
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
    url.endsWith(".csv") ? Promise.resolve(new Response(csv)) : answer(url, init),
  );
}

describe("why a youth total", () => {
  const FAST: FileFinisher = { ...MIA, bib: "4", first: "Ida", seconds: 2500 };

  test.each([
    [
      "Total 166.15: why? Mia Runner",
      [
        "The fastest clock time of the women in the standings is 41:40.",
        "Cougar: 100 × 41:40 ÷ 43:20 = 96.15.",
        "Highest: 70.00, the best score of the standings before this race.",
        "Total: 96.15 + 70.00 = 166.15.",
        "1st of 2 in Women.",
        "1st of 2 in Women 9-10.",
      ],
    ],
    [
      "No total: why? Eva Runner",
      [
        "The fastest clock time of the women in the standings is 41:40.",
        "Cougar: 100.00, the most there is, for 33:20 is faster.",
        "Highest: none in the standings before this race.",
        "Without both there is no total and no place.",
      ],
    ],
    [
      "No total: why? Out Runner",
      [
        "Cougar: none without this race.",
        "Highest: 50.00, the best score of the standings before this race.",
        "Without both there is no total and no place.",
      ],
    ],
  ])("%s", async (button, sentences) => {
    publishFinishers(network, {
      boards: { "10K": [MIA, FAST, { ...MIA, bib: "5", first: "Eva", seconds: 2000 }] },
    });
    giveStandings(
      "Mia,Runner,70,YTP Female 9-10",
      "Ida,Runner,60,YTP Female 9-10",
      "Out,Runner,50,YTP Male 9-10",
    );
    await open("/ytp-series/race/2026");
    const opener = await screen.findByRole("button", { name: button });
    await userEvent.click(opener);
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      ...sentences,
      "Order: Total, then Cougar, then Highest, then name.",
    ]);
    await userEvent.click(dialog.getByRole("button", { name: "Close" }));
    expect(document.activeElement).toBe(opener);
  });
});

test.each([
  ["awards", "Ana"],
  ["pntf", "Ana"],
  ["pntf-awards", "Ana"],
  ["ytp-awards", "Mia"],
  ["pntf-youth", "Mia"],
  ["ytp-series", "Mia"],
])(
  "/%s: a star in the table keeps the runner, without a name, and shows the strip",
  async (word, name) => {
    publishFinishers(network, { boards: { "10K": [ANA, BO, MIA] } });
    await open(`/${word}/race/2026`);
    const table = (
      await screen.findAllByRole("rowheader", { name: new RegExp(`^${name} Runner`) })
    )[0] as HTMLElement;
    const star = within(table).getByRole("button", { name: `Follow ${name} Runner` });
    await userEvent.click(star);
    expect(star.getAttribute("aria-pressed")).toBe("true");
    const strip = await screen.findByRole("region", { name: "My runners" });
    expect(await within(strip).findByRole("link", { name: `${name} Runner` })).toBeTruthy();
    expect(JSON.parse(localStorage.getItem("stars") ?? "")).toEqual([
      { slug: "race", year: "2026", distance: "10K", bib: name === "Ana" ? "1" : "3" },
    ]);
    await userEvent.click(star);
    expect(screen.queryByRole("region", { name: "My runners" })).toBeNull();
  },
);

describe("paper", () => {
  test("certification of the distance, basis and times stand on it", async () => {
    publishFinishers(network, {
      boards: BOARDS,
      certifications: { "10K": "WA02001AB", "5K": " " },
    });
    await open("/pntf/race/2026");
    await onPaper();
    expect(screen.getAllByText(/WA02001AB/).map((line) => line.textContent)).toEqual([
      "Course certification: WA02001AB",
    ]);
    expect(screen.getAllByText("Places by clock time")).toHaveLength(2);
    expect(screen.getAllByText(/^Posted at /)).toHaveLength(2);
  });

  test("youth series: every distance is there at once, with its standings; Total ranks", async () => {
    giveStandings("Mia,Runner,70,YTP Female 9-10", "Lea,Runner,60,YTP Female 11-12");
    publishFinishers(network, { boards: BOARDS });
    await open("/ytp-series/race/2026");
    await screen.findAllByText("170.00");
    await onPaper();
    expect(screen.queryByText("Loading")).toBeNull();
    expect(screen.getByText("170.00")).toBeTruthy();
    expect(screen.getByText("160.00")).toBeTruthy();
    expect(screen.getAllByText("Places by Total")).toHaveLength(2);
    expect(screen.queryByText("Places by clock time")).toBeNull();
  });
});
