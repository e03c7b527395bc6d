/**
 * The worker behind the offline shell (offline/worker.js): its answers, what it keeps and deletes,
 * and its registration.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { registerOffline } from "./offline";
import { RESERVED_WORDS } from "./paths";
import { aDevice, type Device, type RunningWorker, SHELL, steps } from "./test/worker";

const TABLE = "/results/race/2026";
const RUNNER = `${TABLE}/12`;
const FOLDER = "/downloads/results/race/2026/";
const OTHER = "/downloads/results/other/2025/";
const LIST = "/downloads/results/index.json";
const VISIT = { kind: "visit" };

let device: Device;

/** A file's name as published. */
function file(kind: string, number: number): string {
  return `${kind}-${String(number).padStart(16, "0")}.json`;
}

/**
 * Publishes a version with three boards, one of which changes and one of which is entirely in the
 * head, and two shards, the second of which is named by a directory. Returns its files, without the
 * pieces of runners, in the order in which a page requests them.
 */
function publish(version: number, folder = FOLDER, shards = [version, 0]): string[] {
  const boards = [version, 0].map((number) => ({
    distance: `${number} km`,
    board: file("b", number),
    names: file("n", number),
  }));
  const tables = boards.flatMap(({ board, names }) => [board, names]);
  const [first, second] = shards.map((number) => file("s", number));
  const directory = file("t", shards[1] ?? 0);
  const head = {
    boards: [
      ...boards.map(({ distance }) => ({ distance, lines: 200, first: { lines: 100 } })),
      { distance: "Mile", lines: 9, first: { lines: 9 } },
    ],
    shards: [first, [directory, null]],
    people: null,
  };
  const put = (name: string, json: object) =>
    device.network.set(folder + name, JSON.stringify(json));
  put("current.json", {
    version,
    url: folder.replace("/downloads/", "") + file("h", version),
    lines: file("l", version),
    changes: file("c", version),
  });
  put(file("h", version), head);
  put(file("l", version), { boards: [...boards, { distance: "Mile", board: null, names: null }] });
  put(directory, { tree: [null, second] });
  for (const name of [...tables, file("c", version), first, second])
    device.network.set(`${folder}${name}`, String(name));
  return ["current.json", file("h", version), file("l", version), ...tables].map(
    (name) => folder + name,
  );
}

/** Requests files one after the other: each file names the next. */
async function load(worker: RunningWorker, paths: readonly string[], page = TABLE): Promise<void> {
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- in this order
    await worker.ask(path, page);
    // oxlint-disable-next-line no-await-in-loop -- and each is kept before the next is requested
    await worker.settled();
  }
}

async function text(answer: Promise<Response> | undefined): Promise<string | undefined> {
  return (await answer)?.text();
}

async function versionFor(worker: RunningWorker, page: string): Promise<number> {
  const pointer = JSON.parse((await text(worker.ask(`${FOLDER}current.json`, page))) ?? "{}") as {
    version: number;
  };
  return pointer.version;
}

function data(): string[] {
  return device.kept()["data-1"]?.toSorted() ?? [];
}

beforeEach(() => {
  vi.useFakeTimers();
  device = aDevice();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("shells", () => {
  test("of versions before are forgotten at a visit, unless another page is open", async () => {
    await device.install("1");
    const worker = await device.install("2");
    worker.clients.push({});
    await worker.tell(VISIT);
    expect(Object.keys(device.kept())).toEqual(["shell-1", "shell-2"]);
    worker.clients.pop();
    await worker.tell(VISIT);
    expect(Object.keys(device.kept())).toEqual(["shell-2"]);
  });

  test.each(["installing", "waiting"] as const)(
    "a visit while a version is %s leaves its shell",
    async (state) => {
      const worker = await device.install("1");
      await device.install("2");
      worker.registration[state] = {};
      await worker.tell(VISIT);
      expect(Object.keys(device.kept())).toEqual(["shell-1", "shell-2"]);
    },
  );

  test("a version on its way out leaves the shell of the one that has come", async () => {
    const worker = await device.install("1");
    await device.install("2");
    await worker.tell(VISIT);
    expect(Object.keys(device.kept())).toEqual(["shell-1", "shell-2"]);
  });

  test("one that is lost is made again at a visit", async () => {
    await device.start("1").tell(VISIT);
    expect(device.kept()).toEqual({ "shell-1": SHELL });
  });
});

describe("answers", () => {
  test("frame, configuration and icon: the network's, without one what is kept", async () => {
    const worker = await device.install("1");
    for (const path of [TABLE, "/config.json", "/favicon.svg"])
      device.network.set(path, `new ${path}`);
    const open = () =>
      Promise.all(
        [
          worker.ask(TABLE, "/", "navigate"),
          worker.ask("/config.json"),
          worker.ask("/favicon.svg"),
        ].map(text),
      );
    expect(await open()).toEqual([`new ${TABLE}`, "new /config.json", "new /favicon.svg"]);
    device.online = false;
    expect(await open()).toEqual(["first /", "first /config.json", "first /favicon.svg"]);
  });

  test("five seconds of silence: what is kept, marked; what the network says later is kept", async () => {
    const worker = await device.install("1");
    device.network.set(LIST, "first");
    await load(worker, [LIST]);
    for (const path of [TABLE, LIST]) device.network.set(path, "silence");
    const page = worker.ask(TABLE, "/", "navigate");
    const list = worker.ask(LIST);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(await Promise.race([page, list, "nothing yet"])).toBe("nothing yet");
    await vi.advanceTimersByTimeAsync(200);
    expect(await text(page)).toBe("first /");
    expect((await list)?.headers.get("X-Kept")).toBe("1");
    expect(await text(list)).toBe("first");
    device.network.set(LIST, "second");
    device.hear();
    await worker.settled();
    device.online = false;
    expect(await text(worker.ask(LIST))).toBe("second");
  });

  test("a server that has failed (503): what is kept; without it the failure", async () => {
    const worker = await device.install("1");
    device.network.set(LIST, "the list");
    await load(worker, [LIST]);
    device.network.set(LIST, 503);
    const answer = await worker.ask(LIST);
    expect([answer?.status, answer?.headers.get("X-Kept"), await answer?.text()]).toEqual([
      200,
      "1",
      "the list",
    ]);
    device.network.set(`${FOLDER}current.json`, 503);
    expect((await worker.ask(`${FOLDER}current.json`))?.status).toBe(503);
  });

  test("silence, and nothing is kept: the network has all the time it needs", async () => {
    const worker = device.start("1");
    device.network.set(LIST, "silence");
    const list = worker.ask(LIST);
    await vi.advanceTimersByTimeAsync(60_000);
    device.network.set(LIST, "late");
    device.hear();
    expect(await text(list)).toBe("late");
  });

  test("a broken store: the network's", async () => {
    const worker = await device.install("1");
    device.network.set(LIST, "list");
    device.network.set(TABLE, "page");
    device.store = "broken";
    expect(await text(worker.ask(TABLE, "/", "navigate"))).toBe("page");
    expect(await text(worker.ask("/assets/start.js"))).toBe("first /assets/start.js");
    expect(await text(worker.ask(LIST))).toBe("list");
    device.online = false;
    await expect(worker.ask(LIST)).rejects.toThrow("down");
  });

  test("a full store: the network's, and the copy from before stays", async () => {
    const worker = device.start("1");
    device.network.set(LIST, "first");
    await load(worker, [LIST]);
    device.store = "full";
    device.network.set(LIST, "second");
    expect(await text(worker.ask(LIST))).toBe("second");
    await worker.settled();
    device.online = false;
    expect(await text(worker.ask(LIST))).toBe("first");
  });

  test("a slow store does not hold the network's back", async () => {
    device.store = "slow";
    device.network.set(LIST, "list");
    expect(await text(device.start("1").ask(LIST))).toBe("list");
  });

  test("calls of the two APIs are left to the browser", () => {
    expect(device.start("1").ask("/api/results")).toBeUndefined();
  });

  test("results as files and the calendar are left to the browser", () => {
    const worker = device.start("1");
    const files = [
      "results.csv",
      "results.json",
      "10%20KM/results-ultrasignup.csv",
      "10%20KM/results-itra.csv",
    ].map((name) => FOLDER + name);
    for (const path of [...files, "/downloads/results/calendar.ics"])
      expect(worker.ask(path, TABLE), path).toBeUndefined();
  });
});

test("the index of names is not kept: names leave it", () => {
  const worker = device.start("1");
  for (const name of ["current.json", "n-0011223344556677.json"])
    expect(worker.ask(`/downloads/results/_names/${name}`, "/"), name).toBeUndefined();
});

describe("alerts on this device", () => {
  const MESSAGE = {
    title: "Ana Ruiz finished",
    body: "River 10K: 0:45:10",
    path: RUNNER,
    tag: "abc",
  };

  test("a push is shown, and pressed it opens the runner's page", async () => {
    const worker = device.start("1");
    await worker.push(JSON.stringify(MESSAGE));
    const [notification] = worker.shown;
    expect(notification).toMatchObject({
      title: "Ana Ruiz finished",
      body: "River 10K: 0:45:10",
      tag: "abc",
      // Safari and Firefox draw no SVG there.
      icon: "/icon-192.png",
      data: { path: RUNNER },
    });
    if (notification !== undefined) await worker.press(notification);
    expect(worker.opened).toEqual([`https://site.test${RUNNER}`]);
    expect(worker.shown).toEqual([]);
  });

  test("a window that shows the page already is brought to the front", async () => {
    const worker = device.start("1");
    const focus = vi.fn();
    worker.clients.push({ url: `https://site.test${RUNNER}`, focus });
    await worker.press({ ...MESSAGE, data: { path: RUNNER } });
    expect([focus.mock.calls.length, worker.opened]).toEqual([1, []]);
  });

  test.each([
    "https://evil.example/",
    "//evil.example/x",
    "javascript:alert(1)",
    "\\\\evil.example",
  ])("%s is not opened", async (path) => {
    const worker = device.start("1");
    await worker.press({ ...MESSAGE, data: { path } });
    expect(worker.opened).toEqual(["https://site.test/"]);
  });

  test.each([null, "", "no JSON", "null", "[1]", '{"title":5,"body":{},"path":7,"tag":null}'])(
    "what cannot be read is shown as well: %j",
    async (message) => {
      const worker = device.start("1");
      await worker.push(message);
      expect(worker.shown).toMatchObject([{ title: "site.test", body: "", tag: "" }]);
      const [notification] = worker.shown;
      if (notification !== undefined) await worker.press(notification);
      expect(worker.opened).toEqual(["https://site.test/"]);
    },
  );
});

describe("an event year", () => {
  test("that is live pushes nothing else out, and leaves none of its versions behind", async () => {
    const worker = device.start("1");
    const other = publish(1, OTHER);
    await load(worker, other);
    for (let version = 1; version <= 150; version += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one version after the other
      await load(worker, publish(version));
    }
    expect(data()).toEqual(
      [
        ...other,
        `${OTHER}current.json?table`,
        ...publish(150),
        `${FOLDER}current.json?table`,
      ].toSorted(),
    );
  });

  test.each([1, 2, 3, 4])(
    "the signal is lost after %i files of a version: the one before opens, whole",
    async (files) => {
      const worker = device.start("1");
      const before = publish(1);
      await load(worker, before);
      await load(worker, publish(2).slice(0, files));
      device.online = false;
      expect(await versionFor(worker, TABLE)).toBe(1);
      expect(data()).toEqual(expect.arrayContaining(before));
      device.online = true;
      await load(worker, publish(2));
      device.online = false;
      expect(await versionFor(worker, TABLE)).toBe(2);
      expect(data()).not.toContain(before[1]);
    },
  );

  test("a runner's page opens with the version it loaded last, the tables with theirs", async () => {
    const worker = device.start("1");
    const versions = async () => {
      device.online = false;
      const found = [await versionFor(worker, RUNNER), await versionFor(worker, TABLE)];
      device.online = true;
      return found;
    };
    const tables = publish(1);
    await load(worker, [...tables, FOLDER + file("s", 1)]);
    await load(worker, publish(2).slice(0, 2), RUNNER);
    expect(await versions()).toEqual([1, 1]);
    const shard = FOLDER + file("s", 2);
    await load(worker, [shard], RUNNER);
    expect(await versions()).toEqual([2, 1]);
    expect(data()).toEqual(expect.arrayContaining([...tables, shard]));
    await load(worker, publish(3, FOLDER, [3, 4]));
    expect(await versions()).toEqual([2, 3]);
    expect(data()).toContain(shard);
  });

  test("a runner's rows may lie where a directory of the head's says", async () => {
    const worker = device.start("1");
    const [directory, shard] = [FOLDER + file("t", 7), FOLDER + file("s", 7)];
    await load(worker, publish(1, FOLDER, [1, 7]).slice(0, 2), RUNNER);
    await load(worker, [directory, shard], RUNNER);
    device.online = false;
    expect(await versionFor(worker, RUNNER)).toBe(1);
    expect(data()).toEqual(expect.arrayContaining([directory, shard]));
    expect(await text(worker.ask(shard, RUNNER))).toBe(file("s", 7));
    device.online = true;
    await load(worker, publish(2, FOLDER, [2, 8]).slice(0, 2), RUNNER);
    await load(worker, [FOLDER + file("s", 2)], RUNNER);
    expect(data().filter((path) => /[st]-/.test(path))).toEqual([FOLDER + file("s", 2)]);
  });

  test("that is followed by its changes: the version before stays whole, and changes are not kept", async () => {
    const worker = device.start("1");
    const before = publish(1);
    await load(worker, before);
    const [pointer = ""] = publish(2);
    expect(worker.ask(FOLDER + file("c", 2))).toBeUndefined();
    await load(worker, [pointer]);
    device.online = false;
    expect(await versionFor(worker, TABLE)).toBe(1);
    expect(data()).toEqual([...before, `${FOLDER}current.json?table`].toSorted());
  });

  test("of which the head has every line opens with that alone", async () => {
    const worker = device.start("1");
    const pointer = {
      version: 1,
      url: FOLDER.replace("/downloads/", "") + file("h", 1),
      lines: null,
      changes: file("c", 1),
    };
    device.network.set(`${FOLDER}current.json`, JSON.stringify(pointer));
    const head = {
      boards: [{ distance: "Mile", lines: 9, first: { lines: 9 } }],
      shards: null,
      people: null,
    };
    device.network.set(FOLDER + file("h", 1), JSON.stringify(head));
    await load(
      worker,
      ["current.json", file("h", 1)].map((name) => FOLDER + name),
    );
    device.online = false;
    expect(await versionFor(worker, TABLE)).toBe(1);
    expect(data()).toEqual(
      [`${FOLDER}current.json`, `${FOLDER}current.json?table`, FOLDER + file("h", 1)].toSorted(),
    );
  });

  test("its status stands where a runner would, but needs the boards", async () => {
    const worker = device.start("1");
    await load(worker, publish(1));
    await load(worker, [...publish(2).slice(0, 2), FOLDER + file("s", 2)]);
    device.online = false;
    const words = RESERVED_WORDS.map((word) => `/${word}`);
    const ends = [...words, "/status/", "/status?q=a", "/statusless"];
    expect(await Promise.all(ends.map((end) => versionFor(worker, TABLE + end)))).toEqual([
      ...words.map(() => 1),
      1,
      1,
      2,
    ]);
  });

  test("files that the first page loaded before the worker was installed are cached", async () => {
    const paths = publish(1);
    await device.start("1").tell({
      kind: "keep",
      urls: [...paths, "/api/results"].map((path) => `https://site.test${path}`),
    });
    expect(data()).toEqual([...paths, `${FOLDER}current.json?table`].toSorted());
  });

  test("is complete when its boards arrive before the list that names them", async () => {
    const worker = device.start("1");
    const paths = publish(1);
    const [pointer = "", head = "", lines = "", ...boards] = paths;
    await load(worker, [pointer, head, ...boards, lines]);
    expect(data()).toEqual([...paths, `${FOLDER}current.json?table`].toSorted());
  });

  test.each([403, 404])(
    "that is deleted or restricted (%i): nothing of it comes back from here",
    async (status) => {
      const worker = device.start("1");
      await load(worker, publish(1));
      device.network.set(`${FOLDER}current.json`, status);
      await load(worker, [`${FOLDER}current.json`]);
      expect(data()).toEqual([]);
    },
  );

  test("is kept while an answer of another stalls", async () => {
    const worker = device.start("1");
    device.network.set(LIST, "endless");
    await worker.ask(LIST);
    await vi.advanceTimersByTimeAsync(5_000);
    const paths = publish(1);
    for (const path of paths) {
      // oxlint-disable-next-line no-await-in-loop -- in this order
      await worker.ask(path, TABLE);
      // oxlint-disable-next-line no-await-in-loop -- the stalled one is never settled
      await steps(2_000);
    }
    expect(data()).toEqual([...paths, `${FOLDER}current.json?table`].toSorted());
  });

  test("of which the first page loaded files and a refusal leaves nothing", async () => {
    const paths = publish(1);
    device.network.set(`${FOLDER}current.json`, 403);
    await device.start("1").tell({
      kind: "keep",
      urls: paths.map((path) => `https://site.test${path}`),
    });
    expect(data()).toEqual([]);
  });

  test("that is restricted: what was on its way by then is not kept, what comes anew is", async () => {
    const worker = device.start("1");
    const paths = publish(1);
    await load(worker, paths);
    const shard = FOLDER + file("s", 1);
    device.network.set(shard, "silence");
    const shown = text(worker.ask(shard, RUNNER));
    await steps(50);
    device.network.set(`${FOLDER}current.json`, 403);
    // not until all is settled: the shard is still on its way
    await worker.ask(`${FOLDER}current.json`, TABLE);
    await steps(2_000);
    expect(data()).toEqual([]);
    device.network.set(shard, "of the race");
    device.hear();
    await worker.settled();
    expect(await shown).toBe("of the race");
    expect(data()).toEqual([]);
    await load(worker, publish(1));
    expect(data()).toEqual([...paths, `${FOLDER}current.json?table`].toSorted());
  });

  test.each(Array.from({ length: 40 }, (_, pause) => pause * 5))(
    "that is restricted %i steps after one of its files came: nothing of it is left",
    async (pause) => {
      const worker = device.start("1");
      await load(worker, publish(1));
      await worker.ask(FOLDER + file("s", 1), TABLE);
      await steps(pause);
      device.network.set(`${FOLDER}current.json`, 403);
      await worker.ask(`${FOLDER}current.json`, TABLE);
      await worker.settled();
      expect(data()).toEqual([]);
    },
  );
});

test("a visit is told to the worker that its page came with, not to one that has come since", async () => {
  const told: [string, object][] = [];
  const worker = (name: string) => ({
    postMessage: (message: object) => told.push([name, message]),
  });
  const register = vi.fn<() => Promise<void>>().mockResolvedValue();
  vi.stubGlobal("document", { readyState: "complete" });
  vi.stubGlobal("navigator", {
    serviceWorker: {
      controller: worker("old"),
      ready: Promise.resolve({ active: worker("new") }),
      register,
    },
  });
  registerOffline();
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([["old", VISIT]]);
});
