// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Line, Row } from "../../scoring/row";
import type { Network } from "../../test/published";
import { publishLines } from "../../test/race-lines";
import { finished, unfinished } from "../../test/rows";
import { aVisit, onPaper, show } from "../../test/show";

const WOMAN = { gender: "F", age: 34, ageGroup: "30-39" };
const ran = (
  bib: string,
  first: string,
  last: string,
  seconds: number,
  place: number,
  fields: Partial<Row> = {},
) =>
  finished({
    ...WOMAN,
    bib,
    first,
    last,
    seconds,
    chipSeconds: seconds,
    ranking: place,
    genderRanking: place,
    ageRanking: place,
    ...fields,
  });
const FIELD = [
  ran("1", "Ana", "Osei", 2400, 1),
  ran("2", "Bea", "Anand", 2500, 2),
  ran("3", "Cai", "Banach", 2600, 3, { anonymous: true }),
];
const OUT = [
  unfinished("started", {
    ...WOMAN,
    bib: "7",
    first: "Dot",
    last: "Andersson",
    segment: "5K",
    occurrence: 1,
    seconds: 1500,
    chipSeconds: 1500,
    ranking: 4,
    genderRanking: 4,
    ageRanking: 4,
  }),
  unfinished("dnf", { bib: "9", first: "Eve", last: "Anker", type: 30 }),
];

/** A passage as a shard has it. */
const passage = (segment: string, s: number, finish: 0 | 1) => [
  segment,
  "",
  1,
  s,
  0,
  s,
  0,
  1,
  1,
  1,
  finish,
  0,
  "",
  0,
];

let network: Network;
let user: UserEvent;

beforeEach(() => {
  user = userEvent.setup();
  network = aVisit();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(
  lines: Line[] = [...FIELD, ...OUT],
  more: Partial<Parameters<typeof publishLines>[1]> = {},
): Promise<void> {
  publishLines(network, { boards: { "10K": lines }, ...more });
  show("/kiosk/race/2026");
  await screen.findByRole("heading", { level: 1, name: "2026 River Run" });
}

function box(): HTMLInputElement {
  return screen.getByRole("combobox", { name: "Your name or bib" });
}

function found(): string[] {
  return screen.queryAllByRole("option").map(({ textContent }) => textContent);
}

/** The test controls the clock. */
function holdTheClock(): void {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000));

describe("the search", () => {
  test("has the focus, and again when it went nowhere", async () => {
    await open();
    expect(document.activeElement).toBe(box());
    vi.spyOn(document, "hasFocus").mockReturnValue(true);
    act(() => box().blur());
    await waitFor(() => expect(document.activeElement).toBe(box()));
  });

  test("finds by part of a name and by bib: place, name, bib, time and group place, in that order", async () => {
    await open();
    await user.type(box(), "an");
    expect(found()).toEqual([
      "1Ana OseiBib 1 · 40:00.0 clock time · Women: 1 · Women 30-39: 1",
      "2Bea AnandBib 2 · 41:40.0 clock time · Women: 2 · Women 30-39: 2",
      "Dot AnderssonBib 7 · 5K in 25:00.0",
      "Eve AnkerBib 9 · DNF",
    ]);
    expect(
      screen.getByText("4 runners found. Touch yours, or press Enter for the first."),
    ).toBeTruthy();
    await user.clear(box());
    await user.type(box(), "3");
    expect(found()).toEqual(["3Bib 343:20.0 clock time · Women: 3 · Women 30-39: 3"]);
    await user.type(box(), "33");
    expect(screen.getByText("Nobody has this name or bib.")).toBeTruthy();
    await user.keyboard("{Escape}");
    expect([box().value, found()]).toEqual(["", []]);
  });

  test("an anonymous runner is found by the bib alone, and named nowhere", async () => {
    await open();
    await user.type(box(), "Cai");
    expect(found()).toEqual([]);
    await user.clear(box());
    await user.type(box(), "3{Enter}");
    await screen.findByRole("heading", { level: 2, name: "Bib 3" });
    expect(document.body.textContent).not.toMatch(/Cai|Banach/);
  });
});

describe("the slip", () => {
  test("opens by keyboard alone: times, places, and the way to the whole result with its year", async () => {
    await open();
    await user.keyboard("an{ArrowDown}{Enter}");
    const slip = screen.getByRole("article");
    expect(document.activeElement).toBe(
      within(slip).getByRole("heading", { level: 2, name: "Bea Anand" }),
    );
    expect(
      [...slip.querySelectorAll("dl > div")].map((fact) =>
        [...fact.children].map(({ textContent }) => textContent).join(": "),
      ),
    ).toEqual([
      "Time: 41:40.0: chip time",
      "Clock Time: 41:40.0",
      "Overall: 2",
      "Women: 2",
      "Women 30-39: 2",
    ]);
    within(slip).getByRole("img", {
      name: `QR code for ${window.location.origin}/results/race/2026/2`,
    });
    const print = vi.fn();
    vi.stubGlobal("print", print);
    await user.tab();
    await user.keyboard("{Enter}");
    expect([document.activeElement?.textContent, print.mock.calls.length]).toEqual([
      "Print a slip",
      1,
    ]);
    await user.keyboard("{Escape}");
    expect([document.activeElement, box().value]).toEqual([box(), ""]);
  });

  test("a touch opens it, and who is on course has no final place", async () => {
    await open();
    await user.type(box(), "7");
    await user.click(screen.getByRole("option", { name: /Dot/ }));
    const slip = screen.getByRole("article");
    expect(within(slip).getByText("5K in 25:00.0")).toBeTruthy();
    expect(slip.textContent).not.toContain("Overall");
    await user.click(within(slip).getByRole("button", { name: "New search" }));
    expect(document.activeElement).toBe(box());
  });

  test("has the splits once they are there, and says so when they cannot be had", async () => {
    publishLines(network, { boards: { "10K": FIELD }, live: false });
    const head = network.files.get("results/race/2026/h-1.json") as object;
    network.files.set("results/race/2026/h-1.json", { ...head, shards: "s-1.json" });
    show("/kiosk/race/2026");
    await screen.findByRole("combobox");
    await user.keyboard("1{Enter}");
    expect(await screen.findByText("The splits cannot be loaded now.")).toBeTruthy();
    await user.keyboard("{Escape}");
    network.files.set("results/race/2026/s-1.json", {
      runners: [
        {
          bib: "2",
          first: "Bea",
          last: "Anand",
          gender: "F",
          age: 34,
          age_group: "30-39",
          distance: "10K",
          rows: [passage("5K", 1200, 0), passage("Finish", 2500, 1)],
        },
      ],
    });
    await user.keyboard("2{Enter}");
    const splits = await screen.findByRole("table", { name: "Partial Times" });
    expect(
      within(splits)
        .getAllByRole("row")
        .map(({ textContent }) => textContent),
    ).toEqual(["SegmentTimePlace", "5K20:001", "Finish41:401"]);
  });

  test("on paper says of when it is", async () => {
    await open();
    await user.keyboard("1{Enter}");
    await onPaper();
    expect(screen.getByText("Results of May 2, 2026, 09:45 (UTC-07:00)")).toBeTruthy();
  });

  test("changes with the race", async () => {
    holdTheClock();
    await open();
    await user.keyboard("2{Enter}");
    publishLines(network, {
      version: 2,
      boards: { "10K": [ran("2", "Bea", "Anand", 2390, 1), ran("1", "Ana", "Osei", 2400, 2)] },
    });
    await seconds(13);
    await waitFor(() => expect(screen.getByRole("article").textContent).toContain("39:50.0"));
  });
});

describe("the search is emptied for the next visitor", () => {
  test("30 s after the last touch of a slip", async () => {
    holdTheClock();
    await open();
    await user.keyboard("2{Enter}");
    await seconds(20);
    expect(screen.getByText(/^The search comes back in (9|10) s\.$/)).toBeTruthy();
    await user.pointer({ target: screen.getByRole("article"), keys: "[TouchA]" });
    expect(screen.getByText("The search comes back in 30 s.")).toBeTruthy();
    await seconds(29);
    expect(screen.getByRole("article")).toBeTruthy();
    await seconds(3);
    expect([screen.queryByRole("article"), document.activeElement, box().value]).toEqual([
      null,
      box(),
      "",
    ]);
  });

  test("not while somebody types, and not while the printer is asked", async () => {
    holdTheClock();
    await open();
    await user.type(box(), "b");
    await seconds(25);
    await user.type(box(), "e");
    await seconds(25);
    expect(box().value).toBe("be");
    await seconds(8);
    expect(box().value).toBe("");
    await user.keyboard("2{Enter}");
    act(() => void window.dispatchEvent(new Event("beforeprint")));
    await seconds(90);
    expect(screen.getByRole("article")).toBeTruthy();
    act(() => void window.dispatchEvent(new Event("afterprint")));
    await seconds(33);
    expect(screen.queryByRole("article")).toBeNull();
  });
});

test("nothing leads out of it, also where it cannot be loaded", async () => {
  await open();
  await user.keyboard("an");
  expect(screen.queryAllByRole("link")).toEqual([]);
  await user.keyboard("{Enter}");
  expect(screen.queryAllByRole("link")).toEqual([]);
  expect(screen.queryByRole("button", { name: /Pause/ })).toBeNull();
});

test("a race that cannot be loaded is tried again, from there", async () => {
  network.down = true;
  show("/kiosk/race/2026");
  await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryAllByRole("link")).toEqual([]);
});

test("says that it is offline, and goes on with what it has", async () => {
  await open();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(await screen.findByText(/^You are offline\. Showing results of /)).toBeTruthy();
  expect(screen.queryByText("LIVE")).toBeNull();
  await user.keyboard("2{Enter}");
  expect(screen.getByRole("article").textContent).toContain("41:40.0");
});
