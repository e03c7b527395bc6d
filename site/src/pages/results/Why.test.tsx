// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Line, Row } from "../../scoring/row";
import type { Network } from "../../test/published";
import { publishLines } from "../../test/race-lines";
import { finished, unfinished } from "../../test/rows";
import { aVisit, show } from "../../test/show";

let network: Network;

beforeEach(() => {
  network = aVisit();
});

afterEach(() => vi.unstubAllGlobals());

function runner(
  bib: string,
  first: string,
  ranking: number,
  occurrence: number,
  seconds: number,
  about: Partial<Row> = {},
): Line {
  return finished({
    bib,
    first,
    last: "Li",
    gender: "Woman",
    ageGroup: "30-39",
    ranking,
    occurrence,
    genderRanking: ranking,
    ageRanking: ranking,
    seconds,
    chipSeconds: seconds - 5,
    ...about,
  });
}

async function why(button: string): Promise<string[]> {
  await userEvent.click(await screen.findByRole("button", { name: button }));
  const dialog = within(await screen.findByRole("dialog"));
  return dialog.getAllByRole("listitem").map((item) => item.textContent);
}

test("a distance: the rule, the time, who finished, and the neighbours", async () => {
  publishLines(network, {
    boards: {
      "10K": [
        runner("1", "Ana", 1, 1, 2400),
        runner("2", "Zoë", 2, 1, 2450),
        unfinished("dnf", { bib: "3", gender: "Woman", type: 3 }),
      ],
    },
  });
  show("/results/race/2026");
  expect(await why("Place 2: why? Zoë Li")).toEqual([
    "Places are ranked by clock time.",
    "Clock time: 40:50.0.",
    "The race timer gave this place.",
    "2nd of 2 finishers.",
    "2nd of 2 in Women.",
    "2nd of 2 in Women 30-39.",
    "Behind Ana Li (1) by 50.0 s.",
    "Nobody with a place is behind.",
  ]);
});

function after(bib: string, place: number, milliseconds: number): Line {
  const row = { ...runner(bib, `R${bib}`, place, 1, 2400).row, milliseconds };
  return { row, result: row, state: "finished" };
}

async function gaps(button: string): Promise<string[]> {
  return (await why(button)).filter((words) => /^(?:Behind|Ahead)/.test(words));
}

test("gaps below a minute are seconds, below a tenth not nothing", async () => {
  publishLines(network, {
    boards: { "10K": [after("1", 1, 0), after("2", 2, 37), after("3", 3, 37), after("4", 4, 999)] },
  });
  show("/results/race/2026");
  expect(await gaps("Place 2: why? R2 Li")).toEqual([
    "Behind R1 Li (1) by less than 0.1 s.",
    "Ahead of R3 Li (3), with the same time.",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(await gaps("Place 3: why? R3 Li")).toEqual([
    "Behind R2 Li (2), with the same time.",
    "Ahead of R4 Li (4) by 0.9 s.",
  ]);
});

test("a shared place is a tie, which nobody decided", async () => {
  publishLines(network, {
    boards: { "10K": [runner("1", "Ana", 1, 1, 2400), runner("2", "Zoë", 1, 1, 2400)] },
  });
  show("/results/race/2026");
  const said = await why("Place 1: why? Zoë Li");
  expect(said.slice(-3)).toEqual([
    "Nobody is ahead.",
    "Nobody with a place is behind.",
    "A tie, with the same place as Ana Li.",
  ]);
});

test("of a place that many share three are named", async () => {
  const all = ["Ana", "Bo", "Cai", "Dot", "Eve", "Zoë"].map((first, index) =>
    runner(String(index + 1), first, 1, 1, 2400),
  );
  publishLines(network, { boards: { "10K": all } });
  show("/results/race/2026");
  expect((await why("Place 1: why? Zoë Li")).at(-1)).toBe(
    "A tie, with the same place as Ana Li, Bo Li, Cai Li and 2 others.",
  );
});

test("a place at a timing point is not explained as if it were the final one", async () => {
  const onCourse = unfinished("started", {
    bib: "3",
    first: "Bo",
    last: "Li",
    gender: "Man",
    ranking: 1,
    occurrence: 1,
    segment: "5K",
    seconds: 1200,
    chipSeconds: 1195,
  });
  publishLines(network, { boards: { "10K": [runner("1", "Ana", 1, 1, 2400), onCourse] } });
  show("/results/race/2026");
  expect(await why("Place 1: why? Bo Li")).toEqual([
    "It is the place at 5K, not the final one.",
    "The race timer gave this place.",
  ]);
});

test("a timed race: by laps, then by time", async () => {
  publishLines(network, {
    type: "time",
    boards: {
      "6 h": [
        runner("1", "Ana", 1, 5, 20000),
        runner("2", "Zoë", 2, 4, 19000),
        runner("3", "Bo", 3, 4, 19010),
        runner("4", "Ida", 4, 2, 9000),
      ],
    },
  });
  show("/results/race/2026");
  await screen.findByText("Places are ranked by laps completed, then by time.");
  expect(await why("Place 2: why? Zoë Li")).toEqual([
    "Places are ranked by laps completed, then by time.",
    "Lap 4, time 5:16:40.0.",
    "The race timer gave this place.",
    "2nd of 4 runners with a lap.",
    "2nd of 4 in Women.",
    "2nd of 4 in Women 30-39.",
    "Behind Ana Li (1) by 1 lap.",
    "Ahead of Bo Li (3) by 10.0 s.",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(await why("Place 3: why? Bo Li")).toContain("Ahead of Ida Li (4) by 2 laps.");
});

test("a timed race whose places count a part of a lap: no margin, and no rule that says otherwise", async () => {
  publishLines(network, {
    type: "time",
    boards: {
      "6 h": [
        runner("1", "Ana", 2, 10, 21_060),
        runner("2", "Zoë", 1, 10, 21_120),
        runner("3", "Bo", 3, 9, 21_000),
      ],
    },
  });
  show("/results/race/2026");
  const rule = "The race timer’s places decide (a partial lap may count, for instance).";
  expect(await screen.findByText(rule)).toBeTruthy();
  const first = await why("Place 1: why? Zoë Li");
  expect(first[0]).toBe(rule);
  expect(first.at(-1)).toBe(
    "Ahead of Ana Li (2): the race timer’s place decides (a partial lap, for instance).",
  );
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect((await why("Place 2: why? Ana Li")).slice(-2)).toEqual([
    "Behind Zoë Li (1): the race timer’s place decides (a partial lap, for instance).",
    "Ahead of Bo Li (3) by 1 lap.",
  ]);
  expect(screen.queryByText(/ranked by laps/)).toBeNull();
});

test("a distance: no margin where the place goes against the time that ranks", async () => {
  publishLines(network, {
    boards: { "10K": [runner("1", "Ana", 2, 1, 2400), runner("2", "Zoë", 1, 1, 2450)] },
  });
  show("/results/race/2026");
  expect(await why("Place 2: why? Ana Li")).toContain(
    "Behind Zoë Li (1): the race timer’s place decides, not the time.",
  );
});

test("a backyard: by hours, then by the time that ranks, among all who started", async () => {
  const out = unfinished("dnf", { bib: "3", gender: "Woman", ageGroup: "30-39", type: 30 });
  publishLines(network, {
    type: "backyardultra",
    live: false,
    boards: { Yard: [runner("1", "Ana", 1, 8, 3000), runner("2", "Zoë", 2, 6, 2900), out] },
  });
  show("/results/race/2026");
  expect(await why("Place 1: why? Ana Li")).toEqual([
    "Places are ranked by hours completed, then by elapsed time.",
    "Hour 5, elapsed time 50:00.0.",
    "The race timer gave this place.",
    "1st of 3 starters.",
    "1st of 3 in Women.",
    "1st of 3 in Women 30-39.",
    "Nobody is ahead.",
    "Ahead of Zoë Li (2) by 1 loop.",
  ]);
});
