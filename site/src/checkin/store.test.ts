import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { openDB } from "idb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { forgetDeviceData } from "../session/device-data";
import type { Participant } from "../session/checkin";
import { aPage, aParticipant, byId } from "../test/checkin";
import type { KeptList } from "./kept";
import { changeTo, claim, type Edit, enqueue, settle } from "./queue";
import { openStore } from "./store";
import { countUnsent } from "./unsent";

const RACE = { slug: "river-run", year: "2026" };
const NOW = 1_700_000_000_000;
/** Too long for what is random to have them by chance. */
const CANARIES = { first: "Canary-First", last: "Canary-Last", birthdate: "11/22/1933" };
const ana = aParticipant(CANARIES);

function change(bib: string) {
  const made = changeTo(ana, { bib }, NOW);
  if (made === null) throw new Error("nothing changes");
  return made;
}

function aList(...people: readonly Participant[]): KeptList {
  const { event, year } = aPage();
  return {
    head: { event, year, years: ["2025", "2026"], since: 990, heardAt: NOW },
    people: byId(...people),
  };
}

/** Everything in every database as text, with bytes as Latin-1. */
async function allThatIsKept(): Promise<string> {
  const found: string[] = [];
  await Promise.all(
    (await indexedDB.databases()).map(async ({ name = "" }) => {
      const database = await openDB(name);
      await Promise.all(
        [...database.objectStoreNames].map(async (store) => {
          const values: unknown[] = await database.getAll(store);
          found.push(
            name,
            store,
            JSON.stringify(values, (_key, value: unknown) =>
              value instanceof Uint8Array ? String.fromCodePoint(...value) : value,
            ),
          );
        }),
      );
      database.close();
    }),
  );
  return found.join("\n");
}

beforeEach(() => vi.stubGlobal("indexedDB", new IDBFactory()));
afterEach(() => vi.unstubAllGlobals());

describe.each([
  ["the browser's own cryptography", true],
  ["the library, as on http", false],
])("with %s", (_what, own) => {
  beforeEach(() => {
    if (!own) vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  });

  test("list and queue come back, and nothing of them can be read in the database", async () => {
    const store = openStore("a1");
    await store.writeList(RACE, aList(ana), null);
    await store.changeQueue(RACE, (queue) => enqueue(queue, [change("13")], NOW));
    await store.close();
    expect(await allThatIsKept()).not.toMatch(/Canary|11.22.1933/);
    const again = openStore("a1");
    expect((await again.readList(RACE))?.people).toEqual(byId(ana));
    expect((await again.readQueue(RACE)).edits).toMatchObject([
      { changes: [{ after: { bib: "13" }, person: { last: CANARIES.last } }] },
    ]);
    await again.close();
  });
});

test("the key cannot be read, not even by a script", async () => {
  const store = openStore("a1");
  await store.readQueue(RACE);
  await store.close();
  const database = await openDB("checkin a1");
  const key = (await database.get("keys", "key")) as CryptoKey;
  expect(key.extractable).toBe(false);
  await expect(crypto.subtle.exportKey("raw", key)).rejects.toThrow();
  database.close();
});

test("every account and every event year by itself", async () => {
  const [one, other] = [openStore("a1"), openStore("a2")];
  await one.changeQueue(RACE, (queue) => enqueue(queue, [change("13")], NOW));
  await one.writeList(RACE, aList(ana), null);
  expect((await other.readQueue(RACE)).edits).toEqual([]);
  expect(await other.readList(RACE)).toBeNull();
  expect((await one.readQueue({ ...RACE, year: "2025" })).edits).toEqual([]);
  expect((await one.readQueue({ ...RACE, year: "2025" })).device).not.toBe(
    (await one.readQueue(RACE)).device,
  );
  expect([await countUnsent("a1"), await countUnsent("a2"), await countUnsent("a3")]).toEqual([
    1, 0, 0,
  ]);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("checkin a3");
  await one.close();
  await other.close();
});

test("two tabs share a queue: no edit is lost, and each goes out once with a name of its own", async () => {
  const tabs = [openStore("a1"), openStore("a1")];
  await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      tabs[at % 2]?.changeQueue(RACE, (queue) =>
        enqueue(queue, [{ ...change(`b${at}`), id: `p${at}` }], NOW),
      ),
    ),
  );
  await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      tabs[at % 2]?.changeQueue(RACE, (queue) => {
        const found = claim(
          queue,
          new Set(queue.edits.filter(({ number }) => number > 0).map(({ key }) => key)),
        );
        return found?.queue ?? queue;
      }),
    ),
  );
  const { edits } = (await tabs[0]?.readQueue(RACE)) ?? { edits: [] };
  expect(new Set(edits.map(({ device }) => device)).size).toBe(20);
  expect(new Set(edits.flatMap(({ changes }) => changes.map(({ id }) => id))).size).toBe(20);
  expect(edits.every(({ number }) => number === 1)).toBe(true);
  await Promise.all(tabs.map((tab) => tab.close()));
});

test("an edit settled in one tab is settled in the other", async () => {
  const [one, other] = [openStore("a1"), openStore("a1")];
  await one.changeQueue(RACE, (queue) => enqueue(queue, [change("13")], NOW));
  const { edits } = await other.changeQueue(
    RACE,
    (queue) => claim(queue, new Set())?.queue ?? queue,
  );
  await one.changeQueue(RACE, (queue) => settle(queue, edits[0] ?? ({} as Edit), "done"));
  expect((await other.readQueue(RACE)).edits).toEqual([]);
  await one.close();
  await other.close();
});

test("a list is kept in parts: changes, people who go, and what another tab has written meanwhile", async () => {
  const [one, other] = [openStore("a1"), openStore("a1")];
  const people = Array.from({ length: 200 }, (_, at) => aParticipant({ id: `p${at}` }));
  await one.writeList(RACE, aList(...people), null);
  const fewer = [
    ...people.filter(({ id }) => id !== "p7" && id !== "p9"),
    aParticipant({ id: "p9", bib: "99" }),
  ];
  await one.writeList(RACE, aList(...fewer), new Set(["p7", "p9"]));
  expect((await other.readList(RACE))?.people).toEqual(byId(...fewer));
  await other.writeList(RACE, aList(...people), new Set(["p1"]));
  expect((await one.readList(RACE))?.people).toEqual(byId(...people));
  await one.dropList(RACE);
  expect(await other.readList(RACE)).toBeNull();
  await one.close();
  await other.close();
});

test("a list that was kept before there were divisions opens, and has none", async () => {
  const store = openStore("a1");
  const { division: _, ...before } = aParticipant();
  await store.writeList(RACE, aList(before as Participant), null);
  expect((await store.readList(RACE))?.people).toEqual(byId(aParticipant()));
  await store.close();
});

test("after the sign-out there is nothing, though a tab had it open; and that tab keeps nothing any more", async () => {
  const onGone = vi.fn();
  const store = openStore("a1", { onGone });
  await store.changeQueue(RACE, (queue) => enqueue(queue, [change("13")], NOW));
  forgetDeviceData("a1");
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]), {
    timeout: 60_000,
  });
  expect(onGone).toHaveBeenCalled();
  await expect(
    store.changeQueue(RACE, (queue) => enqueue(queue, [change("14")], NOW)),
  ).rejects.toThrow();
  expect(await indexedDB.databases()).toEqual([]);
});
