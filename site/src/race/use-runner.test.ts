// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Board } from "../scoring/row";
import { boardFile, movedFile } from "../test/board-file";
import { aNetwork, type Network } from "../test/published";
import { type FilePerson, publishRace } from "../test/race-files";
import { finished } from "../test/rows";
import { Feed } from "./feed";
import { hashOf, type Runner } from "./shard";
import { type BibFile, runnerPart } from "./use-runner";

const FOLDER = "results/race/2026/";

let network: Network;
let feed: Feed<BibFile>;
let leave: () => void;

function person(bib: string, first: string, ...segments: string[]): FilePerson {
  return {
    bib,
    first,
    distance: "10K",
    rows: segments.map((segment, index) => ({ segment, clock: 1000 * (index + 1) })),
  };
}

/** The lines and the runners' rows that a version changed. */
interface Touched {
  changed?: string[];
  moved?: string[];
  gone?: string[];
  rows?: string[];
}

function boardOf(bibs: readonly string[]): Board {
  return {
    distance: "10K",
    lines: bibs.map((bib) => finished({ bib, distance: "10K" })),
    passages: new Map(),
  };
}

/** Publishes a version and records what it changed. */
function publish(
  version: number,
  people: FilePerson[],
  { changed = [], moved = [], gone = [], rows = [] }: Touched = {},
): void {
  publishRace(network, { live: true, version, people });
  const entry = {
    distance: "10K",
    lines: 9,
    passages: null,
    gone,
    changed: changed.length === 0 ? null : boardFile(boardOf(changed), { names: true }),
    moved: moved.length === 0 ? null : movedFile(boardOf(moved)),
  };
  const pointer = network.files.get(`${FOLDER}current.json`) as object;
  network.files.set(`${FOLDER}current.json`, {
    ...pointer,
    meta: "m",
    changes: `c-${version}.json`,
  });
  network.files.set(`${FOLDER}c-${version}.json`, {
    format: 2,
    version,
    since: version - 1,
    before: null,
    rows,
    boards: [entry],
  });
}

async function open(bib: string): Promise<void> {
  feed = new Feed("race", "2026", runnerPart(bib));
  leave = feed.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(50);
}

async function look(): Promise<string[]> {
  const from = network.asked.length;
  await vi.advanceTimersByTimeAsync(12_100);
  return network.asked.slice(from).map((path) => path.replace(/.*\//, ""));
}

function runner(): Runner | undefined {
  const state = feed.state();
  return state.status === "ready" ? state.data.people[0] : undefined;
}

/** A bib whose hash ends in these two bits. */
function bibWith(bits: number): string {
  return (
    Array.from({ length: 100 }, (_, index) => String(index + 1)).find(
      (bib) => hashOf(bib) % 4 === bits,
    ) ?? ""
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  network = aNetwork();
});

afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  [0, ["s-1-0.json"]],
  [2, ["s-1-0.json"]],
  [1, ["t-1.json", "s-1-1.json"]],
  [3, ["t-1.json", "s-1-3.json"]],
])("a runner whose hash ends in %i is found by the tree, lowest bit first", async (bits, files) => {
  const bib = bibWith(bits);
  publish(1, [person(bib, "Ana", "Start"), person("other", "Bo", "Start")]);
  await open(` ${bib} `);
  expect(runner()).toMatchObject({ bib, first: "Ana" });
  expect(network.asked.map((path) => path.replace(/.*\//, ""))).toEqual([
    "current.json",
    "h-1.json",
    ...files,
  ]);
});

test("an unknown bib: a tree that ends before it, and no tree", async () => {
  publish(1, []);
  const head = network.files.get(`${FOLDER}h-1.json`) as object;
  for (const shards of [null, [null, null]]) {
    network.files.set(`${FOLDER}h-1.json`, { ...head, shards });
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await open("7");
    expect(feed.state()).toMatchObject({ status: "ready", data: { people: [], field: [] } });
    leave();
  }
});

test("follows by the changes; head and shard are read when the line or a row is another", async () => {
  const bib = bibWith(0);
  publish(1, [person(bib, "Ana", "Start")]);
  await open(bib);
  const shown = runner();
  publish(2, [person(bib, "Ana", "Start")], {
    changed: ["x", "y"],
    moved: ["v"],
    gone: ["z"],
    rows: ["w"],
  });
  expect(await look()).toEqual(["current.json", "c-2.json"]);
  expect(runner()).toBe(shown);
  publish(3, [person(bib, "Ana", "Start", "Mile 1")], { changed: ["x", bib] });
  expect(await look()).toEqual(["current.json", "c-3.json", "h-3.json", "s-3-0.json"]);
  expect(runner()?.rows).toHaveLength(2);
  expect(feed.state().announcement.changes).toBe(1);
  publish(4, [person(bib, "Ana", "Start", "Mile 2")], { rows: [bib] });
  expect(await look()).toContain("s-4-0.json");
  expect(runner()?.rows[1]?.segment).toBe("Mile 2");
  publish(5, [person(bib, "Ana", "Start", "Mile 3")], { moved: ["x", bib] });
  expect(await look()).toContain("s-5-0.json");
  expect(runner()?.rows[1]?.segment).toBe("Mile 3");
  publish(6, [], { gone: [bib] });
  await look();
  expect(feed.state()).toMatchObject({ status: "ready", data: { people: [] } });
});

test("a name that is hidden is gone at the next version", async () => {
  const bib = bibWith(3);
  publish(1, [person(bib, "Ana", "Start")]);
  await open(bib);
  expect(runner()?.first).toBe("Ana");
  publish(2, [{ ...person(bib, "", "Start"), anonymous: true }], { changed: [bib] });
  network.files.delete(`${FOLDER}s-1-3.json`);
  await look();
  expect(runner()).toMatchObject({ first: "", anonymous: true });
  expect(feed.state().lost).toBe(false);
});
