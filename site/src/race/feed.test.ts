// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aNetwork, type Network, publish, type Published } from "../test/published";
import { boardsPart, type RaceBoard } from "./boards";
import { Feed } from "./feed";

const TWO: Published[] = [
  [7, "Ana", 1, 2400],
  [12, "Zoë", 2, 2500],
];
const THREE: Published[] = [...TWO, [3, "Bo", 3, 2600]];

let network: Network;
let feed: Feed<RaceBoard[]>;
let leave: () => void;

function open({ latest = false } = {}): void {
  feed = new Feed("race", latest ? undefined : "2026", boardsPart());
  leave = feed.subscribe(() => undefined);
}

function data(): RaceBoard[] | undefined {
  const state = feed.state();
  return state.status === "ready" ? state.data : undefined;
}

function bibs(): string[] | undefined {
  return data()?.flatMap((board) => board.lines.map(({ row }) => row.bib));
}

function see(visible: boolean): void {
  Object.defineProperty(document, "visibilityState", {
    value: visible ? "visible" : "hidden",
    configurable: true,
  });
  document.dispatchEvent(new Event("visibilitychange"));
}

const settle = () => vi.advanceTimersByTimeAsync(50);

beforeEach(() => {
  vi.useFakeTimers();
  network = aNetwork();
});

afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("opens a year from pointer and head alone when the first lines are all lines", async () => {
  publish(network, 1, TWO);
  open();
  expect(feed.state().status).toBe("loading");
  await settle();
  expect(feed.state()).toMatchObject({
    status: "ready",
    live: true,
    updatedAt: "2026-05-02T16:45:12Z",
  });
  expect(bibs()).toEqual(["7", "12"]);
  expect(network.asked.map((path) => path.replace("/downloads/results/race/2026/", ""))).toEqual([
    "current.json",
    "h-1.json",
  ]);
});

test("shows the first lines, then all of them", async () => {
  publish(network, 1, THREE, { first: 2 });
  const seen: number[] = [];
  feed = new Feed("race", "2026", boardsPart());
  leave = feed.subscribe(() => seen.push(data()?.[0]?.lines.length ?? -1));
  await settle();
  expect(seen.filter((count) => count >= 0)).toContain(2);
  expect(bibs()).toEqual(["7", "12", "3"]);
  expect(data()?.[0]).toMatchObject({ complete: true, total: 3 });
});

test("an address without a year means the latest: from the published list, else from the API", async () => {
  publish(network, 1, TWO);
  network.files.set("results/race/current.json", { slug: "race", latest: "2026", years: [] });
  open({ latest: true });
  await settle();
  expect(bibs()).toHaveLength(2);
  leave();
  network.files.delete("results/race/current.json");
  network.api.set("event-year", [200, { event: {}, event_year: { year: "2026" } }]);
  open({ latest: true });
  await settle();
  expect(bibs()).toHaveLength(2);
});

test("a missing pointer is an empty year when the API knows it, else the API's error", async () => {
  network.api.set("results", [
    200,
    { event: { name: "River Run" }, event_year: { year: "2026" }, years: null },
  ]);
  open();
  await settle();
  expect(feed.state()).toMatchObject({
    status: "ready",
    data: [],
    head: { event: { name: "River Run" } },
  });
  leave();
  network.api.set("results", [401, { message: "Restricted." }]);
  open();
  await settle();
  expect(feed.state()).toMatchObject({
    status: "error",
    failure: { status: 401, message: "Restricted." },
  });
});

test("a network failure is status 0 without a message; trying again opens the page", async () => {
  publish(network, 1, TWO);
  network.down = true;
  open();
  await settle();
  expect(feed.state()).toMatchObject({ status: "error", failure: { status: 0, message: "" } });
  network.down = false;
  feed.retry();
  await settle();
  expect(feed.state().status).toBe("ready");
});

test("polls every 10 ± 2 seconds, fetches only a new version, marks what changed for two minutes", async () => {
  publish(network, 1, TWO);
  open();
  await settle();
  await vi.advanceTimersByTimeAsync(12_100);
  expect(network.asked).toHaveLength(3);
  publish(network, 2, THREE);
  await vi.advanceTimersByTimeAsync(12_100);
  expect(bibs()).toHaveLength(3);
  expect([...feed.state().changed]).toEqual(["10K\n3"]);
  expect(feed.state().announcement.changes).toBe(1);
  await vi.advanceTimersByTimeAsync(121_000);
  expect(feed.state().changed.size).toBe(0);
});

/** Returns a function that yields the names of the files requested from now on. */
function listen(): () => string[] {
  const from = network.asked.length;
  return () => network.asked.slice(from).map((path) => path.replace(/.*\//, ""));
}

test("follows a race by its changes alone; who looked away for long reads a few of them", async () => {
  publish(network, 1, THREE, { first: 1 });
  open();
  await settle();
  let asked = listen();
  publish(
    network,
    2,
    [
      [3, "Bo", 1, 2300],
      [7, "", 2, 2400],
    ],
    { first: 1 },
  );
  await vi.advanceTimersByTimeAsync(12_100);
  expect(asked()).toEqual(["current.json", "c-2.json"]);
  expect(bibs()).toEqual(["3", "7"]);
  expect(data()?.[0]).toMatchObject({ total: 2, complete: true });
  expect(feed.state().changed).toEqual(new Set(["10K\n3", "10K\n7"]));
  expect(feed.state()).toMatchObject({
    head: {
      boards: [{ lines: 2 }],
      file: "results/race/2026/h-1.json",
      newest: "results/race/2026/h-2.json",
    },
  });
  asked = listen();
  for (let version = 3; version < 6; version += 1)
    publish(
      network,
      version,
      [
        [3, "Bo", 1, 2300 - version],
        [7, "", 2, 2400],
      ],
      { first: 1 },
    );
  await vi.advanceTimersByTimeAsync(12_100);
  expect(asked()).toEqual(["current.json", "c-5.json", "c-4.json", "c-3.json"]);
  expect(data()?.[0]?.lines.map(({ row }) => row.seconds)).toEqual([2295, 2400]);
  expect(feed.state().announcement.changes).toBe(2);
});

test("reads everything anew when changes reach back too little, or the head says something else; what it has read before is not fetched again", async () => {
  publish(network, 1, THREE, { first: 1 });
  open();
  await settle();
  let asked = listen();
  for (let version = 2; version < 9; version += 1)
    publish(network, version, [...TWO, [3, "Bo", 3, 2700 + version]], { first: 1 });
  await vi.advanceTimersByTimeAsync(12_100);
  expect(asked().slice(6)).toEqual(["h-8.json", "l-8.json", "b-8.json", "n-8.json"]);
  expect([...feed.state().changed]).toEqual(["10K\n3"]);
  asked = listen();
  publish(network, 9, [...TWO, [3, "Bo", 3, 2700]], { first: 1, live: false });
  network.files.set("results/race/2026/l-9.json", network.files.get("results/race/2026/l-8.json"));
  await vi.advanceTimersByTimeAsync(12_100);
  expect(asked()).toEqual(["current.json", "h-9.json", "l-9.json"]);
  expect(feed.state().live).toBe(false);
});

test("a file that is gone, because it held a name that is hidden now: the pointer is read again, and nothing is said", async () => {
  publish(network, 1, THREE, { first: 1 });
  network.files.delete("results/race/2026/n-1.json");
  const seen = new Set<string>();
  feed = new Feed("race", "2026", boardsPart());
  leave = feed.subscribe(() => seen.add(feed.state().status));
  await settle();
  publish(network, 2, THREE, { first: 1 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(data()?.[0]?.complete).toBe(true);
  expect(seen).toEqual(new Set(["loading", "ready"]));
  expect(feed.state().lost).toBe(false);
});

test("a file that stays away is an error, after three looks at the pointer", async () => {
  publish(network, 1, TWO);
  network.files.delete("results/race/2026/h-1.json");
  open();
  await settle();
  expect(feed.state().status).toBe("loading");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(feed.state()).toMatchObject({ status: "error", failure: { status: 403 } });
  expect(network.asked.filter((path) => path.endsWith("current.json"))).toHaveLength(3);
});

test("leaving a page that followed its race caches the whole version for the offline shell", async () => {
  publish(network, 1, THREE, { first: 1 });
  open();
  await settle();
  Object.defineProperty(navigator, "serviceWorker", {
    value: { controller: {} },
    configurable: true,
  });
  let asked = listen();
  see(false);
  await settle();
  expect(asked()).toEqual([]);
  see(true);
  await settle();
  publish(network, 2, TWO, { first: 1 });
  await vi.advanceTimersByTimeAsync(12_100);
  asked = listen();
  see(false);
  await settle();
  expect(asked()).toEqual(["h-2.json", "l-2.json", "b-2.json", "n-2.json"]);
  see(true);
  Reflect.deleteProperty(navigator, "serviceWorker");
});

test("announces at most once a minute", async () => {
  publish(network, 1, TWO);
  open();
  await settle();
  for (let version = 2; version < 8; version += 1) {
    publish(network, version, [
      [7, "Ana", 1, 2400 - version],
      [12, "Zoë", 2, 2500],
    ]);
    // oxlint-disable-next-line no-await-in-loop -- one poll after the other
    await vi.advanceTimersByTimeAsync(12_100);
  }
  expect(feed.state().announcement.id).toBeLessThanOrEqual(2);
});

test("does not poll while paused or hidden, and checks at once afterwards", async () => {
  publish(network, 1, TWO);
  open();
  await settle();
  feed.pause();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(network.asked).toHaveLength(2);
  feed.resume();
  await settle();
  expect(network.asked).toHaveLength(3);
  see(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(network.asked).toHaveLength(3);
  see(true);
  await settle();
  expect(network.asked).toHaveLength(4);
});

test("a lost connection keeps the data and is retried after 10, 20, 40, then 60 seconds", async () => {
  publish(network, 1, TWO);
  open();
  await settle();
  await vi.advanceTimersByTimeAsync(7_900);
  network.down = true;
  await vi.advanceTimersByTimeAsync(4_200);
  expect(feed.state()).toMatchObject({ status: "ready", lost: true });
  const failed = network.asked.length;
  await vi.advanceTimersByTimeAsync(10_000 + 20_000 + 40_000 + 60_000 + 60_000);
  expect(network.asked.length - failed).toBe(5);
  network.down = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(feed.state().lost).toBe(false);
});

test("a year that is not live is read once", async () => {
  publish(network, 1, TWO, { live: false });
  open();
  await settle();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(network.asked).toHaveLength(2);
});

test("a page of a year that was not live is read again when shown again after a minute", async () => {
  publish(network, 1, TWO, { live: false });
  open();
  await settle();
  await vi.advanceTimersByTimeAsync(30_000);
  see(true);
  await settle();
  expect(network.asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(31_000);
  publish(network, 2, THREE);
  see(true);
  await settle();
  expect(feed.state()).toMatchObject({ live: true });
  expect(bibs()).toHaveLength(3);
});

test("the first rows of an empty live year are no changes", async () => {
  network.api.set("results", [
    200,
    { event: { name: "River Run" }, event_year: { year: "2026", live: true }, years: null },
  ]);
  open();
  await settle();
  publish(network, 1, TWO);
  await vi.advanceTimersByTimeAsync(12_100);
  expect(bibs()).toHaveLength(2);
  expect(feed.state().changed.size).toBe(0);
});

test("a year that is taken back says so instead of a lost connection", async () => {
  publish(network, 1, TWO);
  open();
  await settle();
  network.files.clear();
  network.api.set("results", [401, { message: "Restricted." }]);
  await vi.advanceTimersByTimeAsync(12_100);
  expect(feed.state()).toMatchObject({
    status: "error",
    failure: { status: 401, message: "Restricted." },
  });
});

test("a year whose rows were all deleted becomes an empty one", async () => {
  publish(network, 1, TWO);
  open();
  await settle();
  network.files.clear();
  network.api.set("results", [
    200,
    { event: { name: "River Run" }, event_year: { year: "2026", live: true }, years: null },
  ]);
  await vi.advanceTimersByTimeAsync(12_100);
  expect(feed.state()).toMatchObject({ status: "ready", data: [], lost: false });
});

test("a page that failed without a network loads by itself when there is one, and does not show the failure when opened again", async () => {
  publish(network, 1, TWO);
  network.down = true;
  open();
  await settle();
  expect(feed.state().status).toBe("error");
  leave();
  expect(feed.state().status).toBe("loading");
  leave = feed.subscribe(() => undefined);
  await settle();
  expect(feed.state().status).toBe("error");
  network.down = false;
  window.dispatchEvent(new Event("online"));
  await settle();
  expect(feed.state().status).toBe("ready");
});

test("online too early: the page tries again by itself, and what it says of the failure stays until it opens", async () => {
  publish(network, 1, TWO);
  network.down = true;
  open();
  await settle();
  window.dispatchEvent(new Event("online"));
  await settle();
  const asked = network.asked.length;
  const seen = new Set<string>();
  const unlisten = feed.subscribe(() => seen.add(feed.state().status));
  await vi.advanceTimersByTimeAsync(2_000);
  expect([network.asked.length - asked, [...seen]]).toEqual([1, ["error"]]);
  network.down = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(feed.state().status).toBe("ready");
  unlisten();
});

test("a failed page does not retry while it is hidden", async () => {
  network.down = true;
  open();
  await settle();
  see(false);
  const asked = network.asked.length;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(network.asked).toHaveLength(asked);
  see(true);
  expect(network.asked).toHaveLength(asked + 1);
});
