/**
 * The lists and queues of an account in the browser's database, encrypted (pages.md D8). All tabs
 * share them: a queue is changed in the same transaction as the check that nobody else has changed
 * it meanwhile, so that no lock is needed.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Participant } from "../session/checkin";
import { deviceDataOf } from "../session/device-data";
import { type Cipher, cipherWith, type Key, makeKey, type Sealed } from "./cipher";
import type { KeptList, ListHead, Store } from "./kept";
import { type Edit, emptyQueue, type Queue } from "./queue";
import { nameOf, type RaceKey } from "./race-key";
import { randomName } from "./random";

interface KeptQueue extends Omit<Queue, "edits"> {
  /** Grows with every change. */
  generation: number;
}

interface KeptEdit {
  /** The generation of the queue that wrote it. */
  generation: number;
  sealed: Sealed;
}

interface Schema extends DBSchema {
  keys: { key: string; value: Key };
  queues: { key: string; value: KeptQueue };
  edits: { key: [race: string, key: number]; value: KeptEdit };
  lists: { key: [race: string, part: string]; value: Sealed };
  /** How often the list of a year has been written. */
  versions: { key: string; value: number };
  latest: { key: string; value: string };
}

type Database = IDBPDatabase<Schema>;

/** A list is kept in parts, by the ids of its people, so that a change rewrites little. */
const PARTS = 64;
const ALL_PARTS = Array.from({ length: PARTS }, (_, part) => String(part));
const HEAD = "head";

/**
 * Opens the database of an account. Fails where the browser has none. `onGone` is called when it is
 * deleted, or removed by the browser.
 */
export async function openStore(
  account: string,
  onGone: () => void = () => undefined,
): Promise<Store> {
  const database = await openDB<Schema>(deviceDataOf(account), 1, {
    upgrade: (fresh) => {
      for (const name of ["keys", "queues", "edits", "lists", "versions", "latest"] as const)
        fresh.createObjectStore(name);
    },
    // Signing out deletes the database: a tab that held on to it would keep it alive.
    blocking: (_from, _to, event) => {
      (event.target as IDBDatabase).close();
      onGone();
    },
    terminated: onGone,
  });
  return new KeptStore(database, await cipherWith(await keyOf(database)));
}

/** The key; created by the first tab that asks. */
async function keyOf(database: Database): Promise<Key> {
  const kept = await database.get("keys", "key");
  if (kept !== undefined) return kept;
  const made = await makeKey();
  const transaction = database.transaction("keys", "readwrite");
  const first = await transaction.store.get("key");
  if (first === undefined) await transaction.store.put(made, "key");
  await transaction.done;
  return first ?? made;
}

interface Snapshot {
  generation: number;
  queue: Queue;
}

class KeptStore implements Store {
  readonly lasting = true;
  readonly #database: Database;
  readonly #cipher: Cipher;
  /**
   * The last queue read or written for each year: what has not changed since is not decrypted
   * again.
   */
  readonly #known = new Map<string, Snapshot & { readAt: ReadonlyMap<number, number> }>();
  /** The version of each list as this tab last wrote it. */
  readonly #versions = new Map<string, number>();
  /** The writes of this tab, one after the other: an edit does not wait for a long list. */
  readonly #turns: Record<"queues" | "lists", Promise<unknown>> = {
    queues: Promise.resolve(),
    lists: Promise.resolve(),
  };

  constructor(database: Database, cipher: Cipher) {
    this.#database = database;
    this.#cipher = cipher;
  }

  async readQueue(race: RaceKey): Promise<Queue> {
    return (await this.#snapshot(nameOf(race))).queue;
  }

  changeQueue(race: RaceKey, change: (queue: Queue) => Queue): Promise<Queue> {
    return this.#inTurn("queues", () => this.#change(nameOf(race), change));
  }

  async #change(race: string, change: (queue: Queue) => Queue): Promise<Queue> {
    const { generation, queue } = await this.#snapshot(race);
    const next = change(queue);
    if (next === queue) return queue;
    const written = next.edits.filter((edit) => !queue.edits.includes(edit));
    const sealed = await Promise.all(
      written.map(async (edit) => ({
        key: edit.key,
        sealed: await this.#cipher.seal(JSON.stringify(edit), labelOf(race, edit.key)),
      })),
    );
    const left = new Set(next.edits.map(({ key }) => key));
    const over = queue.edits.filter(({ key }) => !left.has(key));
    const transaction = this.#database.transaction(["queues", "edits"], "readwrite", {
      durability: "strict",
    });
    const [queues, edits] = [transaction.objectStore("queues"), transaction.objectStore("edits")];
    if (((await queues.get(race))?.generation ?? 0) !== generation) {
      transaction.abort();
      await transaction.done.catch(() => undefined);
      return this.#change(race, change);
    }
    const { edits: _, ...rest } = next;
    await Promise.all([
      queues.put({ ...rest, generation: generation + 1 }, race),
      ...sealed.map(({ key, sealed: bytes }) =>
        edits.put({ generation: generation + 1, sealed: bytes }, [race, key]),
      ),
      ...over.map(({ key }) => edits.delete([race, key])),
      transaction.done,
    ]);
    const before = this.#known.get(race)?.readAt ?? new Map<number, number>();
    const changed = new Set(written.map(({ key }) => key));
    this.#known.set(race, {
      generation: generation + 1,
      queue: next,
      readAt: new Map(
        next.edits.map(({ key }) => [
          key,
          changed.has(key) ? generation + 1 : (before.get(key) ?? 0),
        ]),
      ),
    });
    return next;
  }

  async #snapshot(race: string): Promise<Snapshot> {
    const transaction = this.#database.transaction(["queues", "edits"]);
    const kept = await transaction.objectStore("queues").get(race);
    const known = this.#known.get(race);
    if (kept === undefined) {
      if (known?.generation === 0) return known;
      const fresh = {
        generation: 0,
        queue: emptyQueue(randomName()),
        readAt: new Map<number, number>(),
      };
      this.#known.set(race, fresh);
      return fresh;
    }
    const { generation, ...rest } = kept;
    if (known?.generation === generation) return known;
    const range = IDBKeyRange.bound([race, 0], [race, Number.POSITIVE_INFINITY]);
    const [keys, values] = await Promise.all([
      transaction.objectStore("edits").getAllKeys(range),
      transaction.objectStore("edits").getAll(range),
    ]);
    const edits = await Promise.all(
      values.map(async ({ generation: writtenIn, sealed }, index) => {
        const key = keys[index]?.[1] ?? 0;
        const same =
          known?.readAt.get(key) === writtenIn
            ? known.queue.edits.find((edit) => edit.key === key)
            : undefined;
        return same ?? (JSON.parse(await this.#cipher.open(sealed, labelOf(race, key))) as Edit);
      }),
    );
    const snapshot = {
      generation,
      queue: { ...rest, edits },
      readAt: new Map(values.map((value, index) => [keys[index]?.[1] ?? 0, value.generation])),
    };
    this.#known.set(race, snapshot);
    return snapshot;
  }

  async readList(race: RaceKey): Promise<KeptList | null> {
    const name = nameOf(race);
    const transaction = this.#database.transaction("lists");
    const range = IDBKeyRange.bound([name, ""], [name, "\uFFFF"]);
    const [keys, values] = await Promise.all([
      transaction.store.getAllKeys(range),
      transaction.store.getAll(range),
    ]);
    try {
      const texts = new Map(
        await Promise.all(
          values.map(async (sealed, index) => {
            const part = keys[index]?.[1] ?? "";
            return [part, await this.#cipher.open(sealed, labelOf(name, part))] as const;
          }),
        ),
      );
      const head = texts.get(HEAD);
      if (head === undefined) return null;
      texts.delete(HEAD);
      const people = [...texts.values()].flatMap((text) => JSON.parse(text) as Participant[]);
      return {
        head: JSON.parse(head) as ListHead,
        people: new Map(people.map((person) => [person.id, person])),
      };
    } catch {
      // What cannot be decrypted is fetched again.
      return null;
    }
  }

  writeList(race: RaceKey, list: KeptList, changed: ReadonlySet<string> | null): Promise<void> {
    return this.#inTurn("lists", () => this.#writeList(nameOf(race), list, changed));
  }

  async #writeList(
    name: string,
    { head, people }: KeptList,
    changed: ReadonlySet<string> | null,
  ): Promise<void> {
    const parts = new Map<string, Participant[]>();
    for (const part of changed === null ? ALL_PARTS : [...changed].map(partOf)) parts.set(part, []);
    for (const person of people.values()) parts.get(partOf(person.id))?.push(person);
    const texts = [
      [HEAD, JSON.stringify(head)] as const,
      ...[...parts].map(([part, some]) => [part, JSON.stringify(some)] as const),
    ];
    const sealed = await Promise.all(
      texts.map(
        async ([part, text]) => [part, await this.#cipher.seal(text, labelOf(name, part))] as const,
      ),
    );
    const transaction = this.#database.transaction(["lists", "versions"], "readwrite");
    const [lists, versions] = [
      transaction.objectStore("lists"),
      transaction.objectStore("versions"),
    ];
    const version = (await versions.get(name)) ?? 0;
    if (changed !== null && this.#versions.get(name) !== version) {
      // Another tab has written since, perhaps something older.
      transaction.abort();
      await transaction.done.catch(() => undefined);
      return this.#writeList(name, { head, people }, null);
    }
    await Promise.all([
      versions.put(version + 1, name),
      ...sealed.map(([part, bytes]) => lists.put(bytes, [name, part])),
      transaction.done,
    ]);
    this.#versions.set(name, version + 1);
  }

  dropList(race: RaceKey): Promise<void> {
    const name = nameOf(race);
    return this.#inTurn("lists", () =>
      this.#database.delete("lists", IDBKeyRange.bound([name, ""], [name, "\uFFFF"])),
    );
  }

  async readLatest(slug: string): Promise<string> {
    return (await this.#database.get("latest", slug)) ?? "";
  }

  async writeLatest(slug: string, year: string): Promise<void> {
    await this.#database.put("latest", year, slug);
  }

  close(): void {
    this.#database.close();
  }

  #inTurn<T>(kind: "queues" | "lists", act: () => Promise<T>): Promise<T> {
    const done = this.#turns[kind].then(act);
    this.#turns[kind] = done.catch(() => undefined);
    return done;
  }
}

/** What the encryption binds a text to. */
function labelOf(race: string, part: string | number): string {
  return `${race}/${part}`;
}

/** The part of the list that holds a participant. */
function partOf(id: string): string {
  let sum = 0;
  for (let at = 0; at < id.length; at += 1) sum = (sum * 31 + id.charCodeAt(at)) % PARTS;
  return String(sum);
}
