// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type BackyardFile, GUN, publishBackyard } from "../../../test/backyard";
import type { Network } from "../../../test/published";
import { aVisit, onPaper, show } from "../../../test/show";

/**
 * Loop 3 is under way: Ana is back, Bo is on course, Cy did not start it, Dee never came back from
 * the first.
 */
const RUNNERS: BackyardFile[] = [
  { bib: "1", first: "Ana", place: 1, loops: [50, 48, 45], started: false },
  { bib: "2", first: "Bo", place: 2, loops: [51, 52], started: true },
  { bib: "3", first: "Cy", place: 3, loops: [55, 56], started: false },
  { bib: "4", first: "Dee", place: -1, loops: [], started: true },
];

/** The same race when Bo has not come back either. */
const ENDED = RUNNERS.map((runner) => Object.assign({}, runner, { started: runner.bib === "4" }));

let network: Network;

beforeEach(() => {
  network = aVisit();
  localStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sets the clock to this many minutes after the gun. */
function at(minutes: number): void {
  vi.setSystemTime(GUN + minutes * 60_000);
}

function board(): Promise<HTMLElement> {
  return screen.findByText(/^Loop|^No winner|^Winner/, { selector: "summary b" });
}

async function summary(): Promise<string> {
  return (await board()).closest("summary")?.textContent ?? "";
}

async function open(): Promise<void> {
  const details = (await board()).closest("details") as HTMLDetailsElement;
  await act(async () => {
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
  });
}

test("the board of a live race: loop, bell, and who is where, counted while everything else is one press away", async () => {
  at(165.5);
  publishBackyard(network, RUNNERS);
  show("/results/race/2026");
  expect(await summary()).toMatch(
    /^Backyard board: Loop 3Bell in 14:[23]\d1 out there1 in the corral2 out$/,
  );
  at(166.5);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByRole("timer").textContent).toMatch(/^Bell in 13:2\d$/);
  await open();
  expect(screen.getByText("Last two standing: Ana Runner and Bo Runner")).toBeTruthy();
  expect(screen.getByRole("table", { name: "Out there (1)" })).toBeTruthy();
  const corral = within(screen.getByRole("table", { name: "In the corral (1)" })).getAllByRole(
    "row",
  )[1] as HTMLElement;
  expect(within(corral).getByRole("link").getAttribute("href")).toBe("/results/race/2026/1");
  expect(
    within(corral)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["1", "3", "45:00", "15:00", "45:00", "50:00", "47:40"]);
  expect(
    within(screen.getByRole("table", { name: "Out (2)" }))
      .getAllByRole("rowheader")
      .map((name) => within(name).getByRole("link").textContent),
  ).toEqual(["Cy Runner", "Dee Runner"]);
});

test("the whistles, and the bell", async () => {
  at(177.5);
  publishBackyard(network, RUNNERS);
  show("/results/race/2026");
  await board();
  expect(screen.getByRole("timer").textContent).toMatch(/^Bell in 02:[23]\d · three whistles$/);
  at(179.5);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByRole("timer").textContent).toMatch(/^Bell in 00:2\d · one whistle$/);
  at(180.1);
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(await summary()).toMatch(/Loop 4Bell in 59:4\d1 out there1 in the corral2 out$/);
});

test("the time of the bell is not shown as the leader's time", async () => {
  at(121);
  publishBackyard(network, [
    { bib: "1", first: "Ana", place: 1, loops: [50, 48], started: true },
    { bib: "2", first: "Bo", place: 2, loops: [51, 52], started: true },
  ]);
  show("/results/race/2026");
  const row = (await screen.findAllByRole("row", { name: /Ana/ }))[0] as HTMLElement;
  expect(row.textContent).toContain("Hour 3 started");
  expect(row.textContent).not.toContain("2:00:00");
  expect(row.textContent).toContain("1:38:00.0");
});

test("once it is over: the winner and the assist, from the lines alone", async () => {
  at(2_000);
  publishBackyard(network, ENDED, { live: false });
  show("/results/race/2026");
  expect(await summary()).toBe(
    "Backyard board: Winner: Ana Runner, 3 loopsAssist: Bo Runner, Cy Runner, 2 loops",
  );
  expect(network.asked.filter((url) => url.includes("/s-"))).toEqual([]);
});

/** Loop 5 was put off to 4:45 by a storm; Ana is back at 5:26, Bo is still out. */
const STOPPED = [0, 60, 120, 180, 285];
const LAST_TWO: BackyardFile[] = [
  { bib: "1", first: "Ana", place: 1, loops: [50, 50, 50, 50, 41], started: false },
  { bib: "2", first: "Bo", place: 2, loops: [51, 51, 51, 51], started: true },
  { bib: "3", first: "Cy", place: 3, loops: [55, 55], started: true },
];
/** Neither of them has come back from loop 5. */
const NOBODY = LAST_TWO.map((runner) =>
  runner.bib === "1" ? { ...runner, loops: runner.loops.slice(0, 4), started: true } : runner,
);

test("after a storm the bells count from the start that was put off, and nobody has won while one is out there", async () => {
  at(327);
  publishBackyard(network, LAST_TWO, { bells: STOPPED });
  show("/results/race/2026");
  expect(await summary()).toMatch(
    /^Backyard board: Loop 5Bell in 1[78]:\d\d1 out there1 in the corral1 out$/,
  );
  await open();
  const corral = within(screen.getByRole("table", { name: "In the corral (1)" })).getAllByRole(
    "row",
  )[1] as HTMLElement;
  expect(
    within(corral)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual(["1", "5", "41:00", "19:00", "41:00", "50:00", "48:12"]);
  at(348.5);
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(await summary()).toBe(
    "Backyard board: Winner: Ana Runner, 5 loopsAssist: Bo Runner, 4 loops",
  );
});

test("while everybody waits for a start that nobody knows there is no bell and no rest", async () => {
  at(260);
  const back: BackyardFile[] = ["Ana", "Bo", "Cy"].map((first, index) => ({
    bib: String(index + 1),
    first,
    place: index + 1,
    loops: [50, 50, 50, 50],
    started: false,
  }));
  publishBackyard(network, back, { bells: [0, 60, 120, 180] });
  show("/results/race/2026");
  expect(await summary()).toBe("Backyard board: Loop 5No start read yet0 out there3 in the corral");
  await open();
  const corral = within(screen.getByRole("table", { name: "In the corral (3)" }));
  expect(corral.queryByRole("columnheader", { name: "Rest" })).toBeNull();
  expect(screen.getByText(/^No times of loop 5 have come in yet/)).toBeTruthy();
});

test.each([
  ["another hour after that of the last loop has run out", 408.5, true],
  ["the year is not live any more", 330, false],
])("no winner without a finish of the last loop, once %s", async (_, minutes, live) => {
  at(minutes);
  publishBackyard(network, NOBODY, { live, bells: STOPPED });
  show("/results/race/2026");
  expect(await summary()).toBe("Backyard board: No winner");
  expect(screen.queryByRole("timer")).toBeNull();
  const table = screen.getByRole("table", { name: /^River Run/ });
  await waitFor(() => expect(within(table).queryByText(/started/)).toBeNull());
  const rows = within(table).getAllByRole("row").slice(1);
  expect(
    rows.map((row) => [...row.querySelectorAll("td")].slice(-3).map((cell) => cell.textContent)),
  ).toEqual([
    ["3:20:00.0", "3:50:00.0", "Hour 4"],
    ["3:24:00.0", "3:51:00.0", "Hour 4"],
    ["1:50:00.0", "1:55:00.0", "Hour 2"],
  ]);
  await open();
  expect(
    await screen.findByText("Nobody has won: no one finished a loop more than the others."),
  ).toBeTruthy();
});

test("while nobody is back from a loop whose hour is over the race is not, on any page", async () => {
  at(348.5);
  publishBackyard(network, NOBODY, { bells: STOPPED });
  show("/results/race/2026");
  expect(await summary()).toBe(
    "Backyard board: Loop 5Nobody back yet2 out there0 in the corral1 out",
  );
  expect(screen.queryByRole("timer")).toBeNull();
  await open();
  expect(screen.getByText(/^The hour of loop 5 is over and nobody is in the corral/)).toBeTruthy();
  cleanup();
  show("/results/race/2026/1");
  const status = await screen.findByText("Status", { selector: "dt" });
  await waitFor(() => expect(status.nextSibling?.textContent).toBe("on loop 5"));
});

function medals(): (string | null)[] {
  return [...document.querySelectorAll("[data-medal]")].map((place) =>
    place.getAttribute("data-medal"),
  );
}

/** Ana and Bo finished as many loops, which of Bo only his own rows say. */
const STOPPED_BOTH = NOBODY.map((runner) => ({ ...runner, out: runner.bib === "2" }));

test.each([
  ["somebody won", LAST_TWO, ["1", "2", "3"]],
  ["nobody won", NOBODY, ["2", "3"]],
  ["the other stopped after as many loops", STOPPED_BOTH, ["3"]],
])("the first place has a medal only if its runner has won: %s", async (_, runners, given) => {
  at(2_000);
  publishBackyard(network, runners, { live: false, bells: STOPPED });
  show("/results/race/2026");
  await board();
  await waitFor(() => expect(medals()).toEqual(given));
  cleanup();
  show("/results/race/2026/1");
  const status = await screen.findByText("Status", { selector: "dt" });
  await waitFor(() => expect(medals()).toEqual(given.filter((place) => place === "1")));
  await waitFor(() =>
    expect(status.nextSibling?.textContent).toMatch(given[0] === "1" ? /^winner/ : /^out after 4/),
  );
});

test.each([
  ["nobody finishes the last loop", NOBODY, true],
  ["somebody does", LAST_TWO, false],
])("the awards say whether there is a winner: %s", async (_, runners, none) => {
  at(2_000);
  publishBackyard(network, runners, { live: false, bells: STOPPED });
  show("/awards/race/2026");
  await screen.findByRole("table", { name: "Women Overall" });
  // The board's rules are fetched.
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  const said = none ? await screen.findByText("No winner") : screen.queryByText("No winner");
  expect(said !== null).toBe(none);
});

test.each([true, false])(
  "awards without lists say it, too: everybody has a DNF row (live: %s)",
  async (live) => {
    at(2_000);
    publishBackyard(
      network,
      NOBODY.map((runner) => ({ ...runner, out: true })),
      { live, bells: STOPPED },
    );
    show("/awards/race/2026");
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(await screen.findByText("No winner")).toBeTruthy();
    expect(screen.queryByText("No awards to display.")).toBeNull();
  },
);

test("no page of a year that is not live says that a loop was started", async () => {
  at(2_000);
  publishBackyard(network, NOBODY, { live: false, bells: STOPPED });
  show("/embed/race/2026");
  const table = await screen.findByRole("table");
  expect(table.textContent).not.toContain("started");
  expect(table.textContent).toContain("Hour 4");
});

test("the page of a runner says so, too", async () => {
  at(348.5);
  publishBackyard(network, LAST_TWO, { bells: STOPPED });
  show("/results/race/2026/1");
  expect((await screen.findByText("Status", { selector: "dt" })).nextSibling?.textContent).toBe(
    "winner, 5 loops",
  );
});

test("paper has no board, and a distance race none at all", async () => {
  at(165);
  publishBackyard(network, RUNNERS);
  show("/results/race/2026");
  await board();
  await onPaper();
  expect(screen.queryByText(/Bell in/)).toBeNull();
});

test("the status page says where everybody is, the runner's page the same", async () => {
  at(165.5);
  publishBackyard(network, RUNNERS);
  show("/results/race/2026/status");
  const cells = within(await screen.findByRole("table"))
    .getAllByRole("link")
    .map((link) => [link.getAttribute("aria-label"), link.textContent]);
  expect(cells).toEqual([
    ["Bib 1, in the corral", "1 C"],
    ["Bib 2, on loop 3", "2 L"],
    ["Bib 3, out after 2 loops", "3 X"],
    ["Bib 4, DNF, no loop", "4 X"],
  ]);
  expect(
    within(screen.getByRole("list", { name: "Key" }))
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual(["NNot started0", "XOut2", "LOn a loop1", "CIn the corral1", "WWinner0"]);
});

test.each([
  ["1", "in the corral"],
  ["2", "on loop 3"],
  ["3", "out after 2 loops"],
  ["4", "DNF, no loop"],
])("the page of runner %s: %s", async (bib, words) => {
  at(165.5);
  publishBackyard(network, RUNNERS);
  show(`/results/race/2026/${bib}`);
  expect((await screen.findByText("Status", { selector: "dt" })).nextSibling?.textContent).toBe(
    words,
  );
});

test.each([
  ["1", "winner, 3 loops"],
  ["2", "out after 2 loops"],
  ["4", "DNF, no loop"],
])("once it is over, the page of runner %s: %s", async (bib, words) => {
  at(2_000);
  publishBackyard(network, ENDED, { live: false });
  show(`/results/race/2026/${bib}`);
  expect((await screen.findByText("Status", { selector: "dt" })).nextSibling?.textContent).toBe(
    words,
  );
});
