// @vitest-environment jsdom
import { renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Network } from "../../../test/published";
import { publishRace } from "../../../test/race-files";
import type { Line } from "../../../scoring/row";
import { finished, unfinished } from "../../../test/rows";
import { address, aVisit, show } from "../../../test/show";
import { HEAD } from "../../../style/sample";
import { useOpeningDistance } from "./use-opening-distance";

let network: Network;

beforeEach(() => {
  network = aVisit();
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

function follow(distance: string, bib: string): void {
  localStorage.setItem("stars", JSON.stringify([{ slug: "race", year: "2026", distance, bib }]));
}

function ran(distance: string, bib: string, first: string, ranking: number): Line {
  return finished({ distance, bib, first, last: "Runner", ranking, seconds: 1_000 + ranking });
}

function publish(): void {
  publishRace(network, {
    lines: {
      "1 Mile": [ran("1 Mile", "11", "Kim", 1)],
      "5K": [ran("5K", "51", "Zoë", 1), ran("5K", "52", "Bea", 2)],
      "10K": [ran("10K", "1", "Ana", 1), ran("10K", "2", "Anabel", 2), ran("10K", "3", "Cai", 3)],
    },
  });
}

async function chosen(): Promise<string> {
  return (await screen.findByRole("tab", { selected: true })).textContent;
}

function fields(five: number, ten: number) {
  return [
    { distance: "5K", total: five },
    { distance: "10K", total: ten },
  ];
}

describe("which distance opens", () => {
  test.each(["/results/race/2026", "/awards/race/2026", "/results/race/2026/status"])(
    "the one with the most runners, in the order of the tabs: %s",
    async (path) => {
      publish();
      show(path);
      expect(await chosen()).toBe("10K");
      expect(screen.getAllByRole("tab").map((tab) => tab.textContent)).toEqual([
        "1 Mile",
        "5K",
        "10K",
      ]);
    },
  );

  test.each(["/results/race/2026", "/results/race/2026/status"])(
    "a followed runner's: %s",
    async (path) => {
      follow("5K", "52");
      publish();
      show(path);
      expect(await chosen()).toBe("5K");
      // whoever gets this address follows others
      await userEvent.click(screen.getByRole("tab", { name: "10K" }));
      expect(address()).toBe(`${path}?distance=10K`);
      await userEvent.click(screen.getByRole("tab", { name: "5K" }));
      expect(address()).toBe(`${path}?distance=5K`);
    },
  );

  test("the shown distance stays while another overtakes it and a star is set", () => {
    const head = { ...HEAD, event: { ...HEAD.event, slug: "race" } };
    const { result, rerender } = renderHook(({ boards }) => useOpeningDistance(head, boards), {
      initialProps: { boards: fields(3, 2) },
    });
    expect(result.current).toBe("5K");
    follow("10K", "1");
    rerender({ boards: fields(3, 20) });
    expect(result.current).toBe("5K");
    rerender({ boards: fields(3, 20).slice(1) });
    expect(result.current).toBe("10K");
  });
});

describe("a search that finds nobody in the shown distance", () => {
  test("leads to where it finds somebody, once for each text", async () => {
    publish();
    show("/results/race/2026");
    expect(await chosen()).toBe("10K");
    await userEvent.type(screen.getByRole("searchbox"), "zoe");
    await waitFor(() => expect(address()).toBe("/results/race/2026?distance=5K&q=zoe"));
    expect(screen.queryByText("No runner matches.")).toBeNull();
    const table = await screen.findByRole("table");
    expect(within(table).getByRole("link", { name: "Zoë Runner" })).toBeTruthy();
    // the tabs stay the visitor's
    await userEvent.click(screen.getByRole("tab", { name: /^10K/ }));
    expect(await screen.findByText("No runner matches.")).toBeTruthy();
    await userEvent.clear(screen.getByRole("searchbox"));
    await userEvent.type(screen.getByRole("searchbox"), "11");
    await waitFor(() => expect(address()).toBe("/results/race/2026?distance=1+Mile&q=11"));
  });

  test("from a link, too; and stays where nobody is found anywhere", async () => {
    publish();
    show("/results/race/2026?q=kim");
    await waitFor(() => expect(address()).toBe("/results/race/2026?distance=1+Mile&q=kim"));
    await userEvent.clear(await screen.findByRole("searchbox"));
    await userEvent.type(screen.getByRole("searchbox"), "nobody");
    expect(await screen.findByText("No runner matches.")).toBeTruthy();
    expect(address()).toBe("/results/race/2026?distance=1+Mile&q=nobody");
  });
});

/** On course since an hour. */
function onCourse(bib: string, first: string, seconds: number) {
  const who = { bib, first, last: "Runner", distance: "10K" };
  const local = new Date(Date.now() - (3_600 - seconds) * 1000).toISOString();
  const row = { segment: "Mile 3", occurrence: 1, seconds, chipSeconds: seconds, ranking: 1 };
  return {
    line: unfinished("started", Object.assign(row, who)),
    person: Object.assign(
      { rows: [{ segment: "Mile 3", clock: seconds, chip: seconds, local }] },
      who,
    ),
  };
}

function publishLive(): void {
  const field = [onCourse("1", "Ana", 1_500), onCourse("2", "Bea", 1_580)];
  publishRace(network, {
    live: true,
    lines: { "10K": field.map(({ line }) => line) },
    people: field.map(({ person }) => person),
  });
}

describe("a live race that nobody has finished", () => {
  test("has a running clock, and the leader's line for who follows nobody", async () => {
    publishLive();
    show("/results/race/2026");
    expect((await screen.findByTitle("Race clock")).textContent).toMatch(/^1:00:\d\d$/);
    const leader = await screen.findByRole("link", { name: "Ana Runner leads by 01:20" });
    expect(leader.closest("p")?.textContent).toBe("Ana Runner leads by 01:20Mile 3 25:00");
  });

  test("a shared lead names both", async () => {
    const field = [onCourse("1", "Ana", 1_500), onCourse("2", "Bea", 1_500)];
    publishRace(network, {
      live: true,
      lines: { "10K": field.map(({ line }) => line) },
      people: field.map(({ person }) => person),
    });
    show("/results/race/2026");
    expect(await screen.findByText("Ana Runner and Bea Runner lead")).toBeTruthy();
  });

  test("no leader's line above the rows of who follows somebody", async () => {
    follow("10K", "2");
    publishLive();
    show("/results/race/2026");
    await screen.findByTitle("Race clock");
    expect(screen.queryByText(/leads/)).toBeNull();
  });
});
