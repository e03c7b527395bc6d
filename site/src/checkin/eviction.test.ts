import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Failure } from "../api/failure";
import {
  DEVICE_DATA_OVER,
  deviceDataOf,
  forgetDeviceData,
  heldUnkept,
} from "../session/device-data";
import type { EditAnswer, EditRequest } from "../session/checkin";
import { aPage, aParticipant, byId } from "../test/checkin";
import { aLocalStorage, evict, watchSteps, watchStorage } from "../test/eviction";
import { Checkin, type News } from "./checkin";
import type { Store } from "./kept";
import { changeTo } from "./queue";
import { openStore } from "./store";
import { countUnsent } from "./unsent";

const RACE = { slug: "river-run", year: "2026" };
const DATABASE = deviceDataOf("a1");
const NOW = 1_700_000_000_000;
const ana = aParticipant();
const lee = aParticipant({ id: "p2", first: "Lee", last: "Park", bib: "7" });

/** A server that applies edits (api.md 4.13) and records each value it writes. */
class Server {
  people = byId(ana, lee);
  readonly written: string[] = [];
  readonly #numbers = new Map<string, number>();
  isDown = false;

  send = ({ device, number, changes }: EditRequest): Promise<EditAnswer> => {
    if (this.isDown) return Promise.reject(new Failure(0));
    for (const { id, before, after } of changes) {
      const person = this.people.get(id) ?? aParticipant({ id });
      if ((this.#numbers.get(`${device} ${id}`) ?? 0) >= number) continue;
      this.#numbers.set(`${device} ${id}`, number);
      if (after.bib === undefined || after.bib === person.bib) continue;
      if (before?.bib !== person.bib)
        return Promise.resolve({
          done: false,
          clashes: [{ id, fields: ["bib"], participant: person }],
        });
      this.written.push(`${id} ${after.bib}`);
      this.people.set(id, { ...person, ...after, updatedAt: person.updatedAt + 1 });
    }
    return Promise.resolve({
      done: true,
      participants: changes.map(({ id }) => this.people.get(id) ?? aParticipant({ id })),
    });
  };
}

let server: Server;
let tabs: Checkin[];
let now: number;

async function open(isSignedIn = () => true): Promise<{ checkin: Checkin; store: Store }> {
  const { event, year } = aPage();
  let checkin: Checkin | null = null;
  const store = openStore("a1", {
    isSignedIn,
    onDeleted: () => void checkin?.keepAnew().catch(() => undefined),
  });
  const head = { event, year, years: [], since: 990, heardAt: NOW };
  checkin = new Checkin(
    RACE,
    { head, people: server.people, queue: await store.readQueue(RACE) },
    store,
    {
      sendEdit: (request) => server.send(request),
      readPage: () => Promise.resolve(aPage({ participants: [...server.people.values()] })),
      readYears: () => Promise.resolve([]),
    },
    {
      tell: (news: News) => {
        for (const tab of tabs) if (tab !== checkin) void tab.hear(news).catch(() => undefined);
      },
      alone: (act) => act(),
    },
    () => now,
  );
  tabs.push(checkin);
  return { checkin, store };
}

function bib(person: typeof ana, wanted: string) {
  const change = changeTo(person, { bib: wanted }, NOW);
  return change === null ? [] : [change];
}

function waitingIn({ queue }: ReturnType<Checkin["state"]>): string[] {
  return queue.edits.map(({ changes: [change] }) => `${change?.id} ${change?.after.bib}`);
}

/** From here on the device has no room. */
function fillUp(): void {
  watchSteps((step) => {
    if (step === "put") throw new DOMException("full", "QuotaExceededError");
  });
}

watchStorage();

/** A device that keeps nothing yet. */
function begin(): void {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("localStorage", aLocalStorage());
  vi.stubGlobal("sessionStorage", aLocalStorage());
  server = new Server();
  tabs = [];
  now = NOW;
  watchSteps(() => undefined);
}

beforeEach(begin);
afterEach(() => {
  forgetDeviceData("a1");
  vi.unstubAllGlobals();
});

describe.each([
  ["with a word to its connections", () => evict([DATABASE])],
  ["without a word", () => evict([DATABASE], true)],
  ["as a page can", () => deleteDB(DATABASE)],
])("the browser deletes the database %s", (_how, deleteIt) => {
  test("waiting edits are stored anew, shown with their names, and sent; later ones, too", async () => {
    server.isDown = true;
    const { checkin, store } = await open();
    await checkin.edit(bib(ana, "13"));
    await checkin.edit(bib(lee, "8"));
    await deleteIt();
    await checkin.edit(bib({ ...lee, bib: "8" }, "9"));
    expect(waitingIn(checkin.state())).toEqual(["p1 13", "p2 8", "p2 9"]);
    expect(checkin.state()).toMatchObject({
      lasting: true,
      loss: { again: [{ changes: [{ person: { last: "Osei" } }] }, {}], lost: [] },
    });
    const other = openStore("a1");
    expect((await other.readQueue(RACE)).edits).toHaveLength(3);
    await other.close();
    server.isDown = false;
    await checkin.send();
    expect(server.written).toEqual(["p1 13", "p2 8", "p2 9"]);
    expect(checkin.state()).toMatchObject({ queue: { edits: [] }, loss: { lost: [] } });
    await checkin.acknowledge();
    expect(checkin.state().loss).toBeNull();
    await store.close();
  });

  test("an edit whose answer was lost goes out with the same number, and is done once", async () => {
    const { checkin, store } = await open();
    await checkin.edit(bib(ana, "13"));
    const { send } = server;
    server.send = async (request) => {
      await send(request);
      throw new Failure(0);
    };
    await checkin.send();
    await deleteIt();
    server.people.set("p1", ana);
    server.send = send;
    checkin.wake();
    await checkin.send();
    // Somebody has taken it back since: it must not be done again.
    expect(server.people.get("p1")).toMatchObject({ bib: "12" });
    expect(checkin.state().queue.edits).toEqual([]);
    await store.close();
  });

  test("nothing was waiting: nothing is said", async () => {
    const { checkin, store } = await open();
    await checkin.edit(bib(ana, "13"));
    await checkin.send();
    await deleteIt();
    await checkin.edit(bib({ ...ana, bib: "13" }, "14"));
    await checkin.send();
    expect(server.written).toEqual(["p1 13", "p1 14"]);
    expect(checkin.state()).toMatchObject({ loss: null, lasting: true });
    await store.close();
  });
});

test("an idle page stores the queue anew as soon as it hears of the deletion", async () => {
  server.isDown = true;
  const { checkin, store } = await open();
  await checkin.edit(bib(ana, "13"));
  evict([DATABASE]);
  await vi.waitFor(async () => {
    const other = openStore("a1");
    expect((await other.readQueue(RACE)).edits).toHaveLength(1);
    await other.close();
  });
  await store.close();
});

describe("where nothing can be kept", () => {
  test.each([
    [
      "no database opens",
      () =>
        vi.stubGlobal("indexedDB", {
          open: () => {
            throw new DOMException("no", "SecurityError");
          },
        }),
    ],
    ["the device is full", fillUp],
    [
      "the database never opens",
      () => vi.stubGlobal("indexedDB", { open: () => new EventTarget() }),
    ],
  ])("%s: edits go straight to the server, and nothing says they were kept", async (_why, fail) => {
    fail();
    const { checkin, store } = await open();
    await checkin.edit(bib(ana, "13"));
    expect(checkin.state()).toMatchObject({ lasting: false, queue: { edits: [{}] } });
    await checkin.send();
    expect(server.written).toEqual(["p1 13"]);
    expect(checkin.state().queue.edits).toEqual([]);
    await store.close();
  });

  test("storage that works again keeps the waiting edits at the next poll", async () => {
    server.isDown = true;
    const { checkin, store } = await open();
    await checkin.edit(bib(ana, "13"));
    fillUp();
    await checkin.edit(bib(lee, "8"));
    expect(checkin.state().lasting).toBe(false);
    expect(waitingIn(checkin.state())).toEqual(["p1 13", "p2 8"]);
    watchSteps(() => undefined);
    await checkin.poll();
    expect(checkin.state()).toMatchObject({ lasting: true, loss: null });
    const other = openStore("a1");
    expect((await other.readQueue(RACE)).edits).toHaveLength(2);
    await Promise.all([other.close(), store.close()]);
  });

  test("waiting edits are there when the same account opens the page again, and a sign-out counts them", async () => {
    server.isDown = true;
    fillUp();
    const { checkin, store } = await open();
    await checkin.edit(bib(ana, "13"));
    void store.close();
    expect(await countUnsent("a1")).toBe(1);
    expect(await countUnsent("a2")).toBe(0);
    vi.stubGlobal("indexedDB", {
      open: () => {
        throw new DOMException("no", "SecurityError");
      },
    });
    expect(await countUnsent("a1")).toBe(1);
    vi.stubGlobal("indexedDB", new IDBFactory());
    watchSteps(() => undefined);
    const again = await open();
    expect(waitingIn(again.checkin.state())).toEqual(["p1 13"]);
    await again.store.close();
    forgetDeviceData("a1");
    expect(heldUnkept("a1")).toBeUndefined();
  });
});

test("deleted, and at first no other database opens: it is said once one does", async () => {
  server.isDown = true;
  const { checkin, store } = await open();
  await checkin.edit(bib(ana, "13"));
  evict([DATABASE], true);
  const { indexedDB } = globalThis;
  vi.stubGlobal("indexedDB", {
    open: () => {
      throw new DOMException("not now", "UnknownError");
    },
  });
  await checkin.edit(bib(lee, "8"));
  expect(checkin.state()).toMatchObject({ lasting: false, loss: null });
  vi.stubGlobal("indexedDB", indexedDB);
  await checkin.poll();
  expect(checkin.state()).toMatchObject({ lasting: true, loss: { lost: [] } });
  expect(checkin.state().loss?.again).toHaveLength(2);
  await store.close();
});

test("the sign-in is deleted, too: what waits is there after the next one, and until then nowhere else", async () => {
  server.isDown = true;
  let isSignedIn = true;
  const { checkin, store } = await open(() => isSignedIn);
  await checkin.edit(bib(ana, "13"));
  isSignedIn = false;
  localStorage.clear();
  evict([DATABASE]);
  await checkin.keepAnew();
  checkin.end();
  await store.close();
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]));
  server.isDown = false;
  const again = await open();
  await again.checkin.send();
  expect(server.written).toEqual(["p1 13"]);
  await again.store.close();
});

test("the browser is asked not to delete it with the first edit, not before, and once", async () => {
  const persist = vi.fn(() => Promise.resolve(true));
  vi.stubGlobal("navigator", { storage: { persist, persisted: () => Promise.resolve(false) } });
  const { checkin, store } = await open();
  await checkin.poll();
  expect(persist).not.toHaveBeenCalled();
  expect(checkin.state().persistent).toBe(false);
  await checkin.edit(bib(ana, "13"));
  await checkin.send();
  expect(persist).toHaveBeenCalledTimes(1);
  expect(checkin.state().persistent).toBe(true);
  await store.close();
});

describe("two tabs", () => {
  test("two tabs both have the edits of either, once, though one of them was suspended", async () => {
    server.isDown = true;
    const [one, other] = [await open(), await open()];
    await one.checkin.edit(bib(ana, "13"));
    await vi.waitFor(() => expect(waitingIn(other.checkin.state())).toEqual(["p1 13"]));
    // The other one hears no more.
    tabs.pop();
    await one.checkin.edit(bib(lee, "8"));
    tabs.push(other.checkin);
    evict([DATABASE]);
    await other.checkin.edit(bib(lee, "5"));
    await one.checkin.edit(bib({ ...ana, bib: "13" }, "14"));
    await vi.waitFor(() => {
      for (const { checkin } of [one, other])
        expect(waitingIn(checkin.state()).toSorted()).toEqual(["p1 13", "p1 14", "p2 5", "p2 8"]);
    });
    server.isDown = false;
    for (const { checkin } of [one, other]) checkin.wake();
    await one.checkin.send();
    await other.checkin.send();
    expect(server.written.filter((what) => what.startsWith("p1"))).toEqual(["p1 13", "p1 14"]);
    // Both give Lee a bib, seeing 7: the second is for a person to decide.
    expect(server.written.filter((what) => what.startsWith("p2"))).toHaveLength(1);
    expect(one.checkin.state().queue.edits).toMatchObject([{ standing: { kind: "conflict" } }]);
    await Promise.all([one.store.close(), other.store.close()]);
  });
});

describe("a page that is opened after the database was deleted", () => {
  test("says how many edits are lost, until somebody has read it", async () => {
    server.isDown = true;
    const { checkin, store } = await open();
    await checkin.edit(bib(ana, "13"));
    await checkin.edit(bib(lee, "8"));
    checkin.end();
    await store.close();
    evict([DATABASE]);
    const again = await open();
    expect(again.checkin.state()).toMatchObject({ queue: { edits: [] } });
    expect(again.checkin.state().loss?.lost).toHaveLength(2);
    await again.checkin.edit(bib(ana, "15"));
    await again.store.close();
    const third = await open();
    expect(third.checkin.state().loss?.lost).toHaveLength(2);
    await third.checkin.acknowledge();
    await third.store.close();
    const last = await open();
    expect(last.checkin.state().loss).toBeNull();
    expect(waitingIn(last.checkin.state())).toEqual(["p1 15"]);
    await last.store.close();
  });

  test("another tab still has them: they are not lost", async () => {
    server.isDown = true;
    const first = await open();
    await first.checkin.edit(bib(ana, "13"));
    evict([DATABASE], true);
    const second = await open();
    expect(second.checkin.state().loss?.lost).toHaveLength(1);
    await first.checkin.edit(bib(lee, "8"));
    await vi.waitFor(() =>
      expect(waitingIn(second.checkin.state()).toSorted()).toEqual(["p1 13", "p2 8"]),
    );
    expect(second.checkin.state().loss).toBeNull();
    await Promise.all([first.store.close(), second.store.close()]);
  });
});

test("the browser has lost the key: what it can no longer read is said to be lost, and goes", async () => {
  server.isDown = true;
  const { checkin, store } = await open();
  await checkin.edit(bib(ana, "13"));
  checkin.end();
  await store.close();
  const database = await openDB(DATABASE);
  await database.clear("keys");
  database.close();
  const again = await open();
  expect(again.checkin.state()).toMatchObject({ queue: { edits: [] } });
  expect(again.checkin.state().loss?.lost).toHaveLength(1);
  await again.checkin.edit(bib(lee, "8"));
  expect(await countUnsent("a1")).toBe(1);
  await again.store.close();
});

describe("a sign-out is not the browser", () => {
  test("a tab that has it open does not keep anything anew", async () => {
    server.isDown = true;
    const { checkin } = await open();
    await checkin.edit(bib(ana, "13"));
    forgetDeviceData("a1");
    await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]));
    await expect(checkin.edit(bib(lee, "8"))).rejects.toThrow("signed out");
    expect(await indexedDB.databases()).toEqual([]);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  test("one that was interrupted does not stand in the way of the next sign-in", async () => {
    (await openDB(DATABASE, DEVICE_DATA_OVER)).close();
    expect(await countUnsent("a1")).toBe(0);
    const { checkin, store } = await open();
    await checkin.edit(bib(ana, "13"));
    expect(checkin.state().lasting).toBe(true);
    await store.close();
  });
});

/** Edits with and without a network, a decision taken back; returns how many steps it took. */
async function morning(at: number, deleteIt: () => void): Promise<number> {
  let [steps, last, same] = [0, "", 0];
  watchSteps((step) => {
    same = step === last ? same + 1 : 1;
    last = step;
    // A list has 65 parts, which are all the same.
    if (same > 2) return;
    steps += 1;
    // Browsers do it between two steps, never within one.
    if (steps === at) queueMicrotask(deleteIt);
  });
  server.isDown = true;
  const { checkin, store } = await open();
  await checkin.edit(bib(ana, "13"));
  await checkin.edit(bib(lee, "8"));
  const back = bib({ ...ana, bib: "13" }, "99");
  await checkin.takeBack(await checkin.edit(back), back);
  await checkin.send();
  server.isDown = false;
  checkin.wake();
  await checkin.send();
  await checkin.edit(bib({ ...ana, bib: "13" }, "14"));
  await checkin.send();
  await checkin.edit(bib({ ...lee, bib: "8" }, "9"));
  checkin.end();
  await store.close();
  const again = await open();
  await again.checkin.send();
  const { loss, queue, lasting } = again.checkin.state();
  await again.store.close();
  const said = (loss?.lost.length ?? 0) + queue.edits.length;
  // Deleted between the two tabs, the last edit is lost, and said to be.
  const all = ["p1 13", "p2 8", "p1 14", "p2 9"];
  expect([...server.written, ...all.slice(all.length - said)]).toEqual(all);
  expect(lasting).toBe(true);
  return steps;
}

describe("at every step", () => {
  test.each([
    ["with a word", false],
    ["without", true],
  ])(
    "the browser deletes the database, %s: nothing is lost that nobody hears of, nothing is done twice",
    async (_how, quietly) => {
      const steps = await morning(0, () => undefined);
      expect(steps).toBeGreaterThan(60);
      const each = async (at: number): Promise<void> => {
        if (at > steps) return;
        begin();
        await morning(at, () => evict([DATABASE], quietly));
        return each(at + 1);
      };
      await each(1);
    },
  );
});
