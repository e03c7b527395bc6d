/**
 * The lists and queues of an account in the browser's database, encrypted (pages.md D8). All tabs
 * share them: a queue is changed in the same transaction as the check that nobody else has changed
 * it meanwhile, so that no lock is needed.
 *
 * The browser may delete the database at any time, or stop writing to it. So each tab also has the
 * queue in memory, and joins the two whenever it reads or writes: what the database no longer has is
 * written anew, and where nothing can be written, the queue in memory goes on.
 */
import {
  type DBSchema,
  deleteDB,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from "idb";
import type { Participant } from "../session/checkin";
import { DEVICE_DATA_OVER, deviceDataOf, holdUnkept, takeUnkept } from "../session/device-data";
import { type Cipher, cipherWith, type Key, makeKey, type Sealed } from "./cipher";
import type { KeptList, ListHead, Loss, OnDevice, Store } from "./kept";
import { mark, markedOf } from "./marker";
import { continued, type Edit, editName, emptyQueue, joined, type Queue } from "./queue";
import { nameOf, type RaceKey } from "./race-key";
import { randomGap, randomName } from "./random";

interface KeptEdit {
  /** The generation of the queue that wrote it. */
  generation: number;
  sealed: Sealed;
}

interface Schema extends DBSchema {
  keys: { key: string; value: Key };
  queues: { key: string; value: Omit<Queue, "edits"> };
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
const NO_DIVISION = { division: "" };

/** How long edits wait for a database that does not open. */
const PATIENCE_MS = 2_000;

interface Hooks {
  /** The account has signed out, perhaps in another tab: nothing is kept any more. */
  onGone: () => void;
  onDeleted: () => void;
  /** Whether a database may be made for the account. */
  isSignedIn: () => boolean;
}

/** The store of an account; "" for none, which keeps everything in memory. */
export function openStore(account: string, hooks: Partial<Hooks> = {}): Store {
  return new KeptStore(account, {
    onGone: () => undefined,
    onDeleted: () => undefined,
    isSignedIn: () => true,
    ...hooks,
  });
}

async function openDatabase(
  name: string,
  { onDeleted, onGone }: Pick<Hooks, "onDeleted" | "onGone">,
): Promise<Database> {
  try {
    return await openDB<Schema>(name, 1, {
      upgrade: (fresh, _from, _to, transaction) => {
        transaction.done.catch(() => undefined);
        for (const store of ["keys", "queues", "edits", "lists", "versions", "latest"] as const)
          fresh.createObjectStore(store);
      },
      // One that is held on to could not be deleted.
      blocking: (_from, to, event) => {
        (event.target as IDBDatabase).close();
        if (to === null) onDeleted();
        else onGone();
      },
      terminated: onDeleted,
    });
  } catch (thrown) {
    if (!(thrown instanceof DOMException && thrown.name === "VersionError")) throw thrown;
    const found = await openDB(name);
    found.close();
    if (found.version !== DEVICE_DATA_OVER) throw thrown;
    // A sign-out emptied it, and was interrupted.
    await deleteDB(name);
    return openDatabase(name, { onDeleted, onGone });
  }
}

/** A transaction. Its end may be waited for, or only that of what is done in it. */
function begin<
  Names extends StoreNames<Schema>[],
  Mode extends "readonly" | "readwrite" = "readonly",
>(
  database: Database,
  names: [...Names],
  mode?: Mode,
  options?: IDBTransactionOptions,
): IDBPTransaction<Schema, Names, Mode> {
  const transaction = database.transaction(names, mode, options);
  transaction.done.catch(() => undefined);
  return transaction;
}

/** The key; created by the first tab that asks. */
async function keyOf(database: Database): Promise<Key> {
  // Some browsers read null where the system no longer lets them decrypt it.
  const kept = await begin(database, ["keys"]).objectStore("keys").get("key");
  if (kept) return kept;
  const made = await makeKey();
  const transaction = begin(database, ["keys"], "readwrite");
  const keys = transaction.objectStore("keys");
  const first = await keys.get("key");
  if (!first) await keys.put(made, "key");
  await transaction.done;
  return first || made;
}

interface Connection {
  database: Database;
  cipher: Cipher;
}

/** A queue in the database. */
interface StoredQueue {
  /** Null when it has none. */
  queue: Queue | null;
  /** The generation that wrote each of its rows, by key, those that cannot be read included. */
  rows: ReadonlyMap<number, number>;
  /** Keys of those. */
  unreadable: readonly number[];
}

/** A queue as this tab knows it. */
interface TabQueue {
  queue: Queue;
  /** Whether the database had it like this. */
  saved: boolean;
  /** The name of the queue that the database had last; "" if it had none. */
  savedAs: string;
  rows: StoredQueue["rows"];
  loss: Loss | null;
}

const NO_ROWS: StoredQueue["rows"] = new Map();

/** Queues that the database could not keep, by event year. */
export type Unkept = ReadonlyMap<string, Queue>;

class KeptStore implements Store {
  readonly #account: string;
  readonly #hooks: Hooks;
  readonly #known = new Map<string, TabQueue>();
  /** The version of each list as this tab last wrote it. */
  readonly #versions = new Map<string, number>();
  /** The writes of this tab, one after the other: an edit does not wait for a long list. */
  readonly #turns: Record<"queues" | "lists", Promise<unknown>> = {
    queues: Promise.resolve(),
    lists: Promise.resolve(),
  };
  #connection: Promise<Connection> | null = null;
  /** Whether the database takes too long to open: nothing waits for it until it has. */
  #late = false;
  #isOver = false;
  #isClosed = false;
  /** Whether the browser has promised not to delete it. */
  #isPersistent = false;
  /** Whether it was asked for that promise: with the first edit, as some browsers ask the person. */
  #hasAsked = false;

  constructor(account: string, hooks: Hooks) {
    this.#account = account;
    this.#hooks = hooks;
    for (const [race, queue] of (takeUnkept(account) as Unkept | undefined) ?? [])
      this.#known.set(race, { queue, saved: false, savedAs: "", rows: NO_ROWS, loss: null });
  }

  // The connection

  #connect(): Promise<Connection> {
    if (this.#account === "" || this.#isOver || this.#isClosed || this.#late)
      return Promise.reject(new Error("Nothing is kept."));
    this.#connection ??= this.#open();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.#late = true;
        reject(new Error("The database does not open."));
      }, PATIENCE_MS);
    });
    return Promise.race([this.#connection, late]).finally(() => clearTimeout(timer));
  }

  #open(): Promise<Connection> {
    const connect = async (): Promise<Connection> => {
      if (!this.#hooks.isSignedIn()) throw new Error("Nobody is signed in.");
      const database = await openDatabase(deviceDataOf(this.#account), {
        onDeleted: () => {
          if (this.#leave(opening)) this.#hooks.onDeleted();
        },
        onGone: () => {
          this.#isOver = true;
          this.#hooks.onGone();
        },
      });
      // It may have waited for a sign-out.
      if (!this.#hooks.isSignedIn()) {
        database.close();
        throw new Error("Nobody is signed in any more.");
      }
      return { database, cipher: await cipherWith(await keyOf(database)) };
    };
    const opening: Promise<Connection> = connect().finally(() => {
      this.#late = false;
    });
    opening.catch(() => this.#leave(opening));
    void this.#learnPersistence((storage) => storage.persisted());
    return opening;
  }

  /** Gives up a connection: the next call opens another. False if that has happened already. */
  #leave(connection: Promise<Connection>): boolean {
    if (this.#connection !== connection) return false;
    this.#connection = null;
    // The browser may have deleted the written parts.
    this.#versions.clear();
    return true;
  }

  /** Works with the database, on a new connection if that fails. */
  async #onDevice<T>(act: (connection: Connection) => Promise<T>): Promise<T> {
    const once = async () => {
      const connecting = this.#connect();
      const used = this.#connection;
      const connection = await connecting;
      try {
        return await act(connection);
      } catch (thrown) {
        if (used !== null) this.#leave(used);
        connection.database.close();
        throw thrown;
      }
    };
    return once().catch(once);
  }

  // Queues

  onDevice(race: RaceKey): OnDevice {
    const known = this.#known.get(nameOf(race));
    return {
      lasting: known?.saved ?? true,
      persistent: this.#isPersistent,
      loss: known?.loss ?? null,
    };
  }

  async acknowledge(race: RaceKey): Promise<void> {
    await this.#inTurn("queues", () => {
      const known = this.#known.get(nameOf(race));
      if (known !== undefined) {
        this.#known.set(nameOf(race), { ...known, loss: null });
        mark(this.#account, nameOf(race), [], known.loss?.lost ?? []);
      }
      return Promise.resolve();
    });
  }

  readQueue(race: RaceKey): Promise<Queue> {
    return this.changeQueue(race, (queue) => queue);
  }

  async hear(race: RaceKey, queue: Queue | undefined): Promise<Queue> {
    await this.#inTurn("queues", () => {
      const known = this.#known.get(nameOf(race));
      if (known?.saved === true && queue !== undefined && isNewer(queue, known.queue)) {
        const rows = new Map(queue.edits.map(({ key }) => [key, 0]));
        this.#known.set(nameOf(race), { ...known, queue, rows });
      }
      return Promise.resolve();
    });
    return this.readQueue(race);
  }

  changeQueue(race: RaceKey, change: (queue: Queue) => Queue): Promise<Queue> {
    return this.#inTurn("queues", async () => {
      if (this.#isClosed) throw new Error("The page has been left.");
      const name = nameOf(race);
      let tried: Queue | null = null;
      const write = (connection: Connection) =>
        this.#write(connection, name, change, tried, (queue) => {
          tried = queue;
        });
      const known = await this.#onDevice(write).catch(() => this.#inMemory(name, change));
      // After a sign-out nothing may seem to be kept.
      if (this.#isOver) throw new Error("The account has signed out.");
      this.#know(name, known);
      return known.queue;
    });
  }

  #know(race: string, known: TabQueue): void {
    const open = new Set([...keysOf(known.queue), ...(known.loss?.lost ?? [])]);
    const before = this.#known.get(race)?.queue;
    this.#known.set(race, known);
    mark(
      this.#account,
      race,
      [...open],
      before === undefined ? [] : keysOf(before).filter((key) => !open.has(key)),
    );
  }

  /** Changes a queue in the database. `tried`: what a call that failed was about to write. */
  async #write(
    connection: Connection,
    race: string,
    change: (queue: Queue) => Queue,
    tried: Queue | null,
    onTry: (queue: Queue) => void,
  ): Promise<TabQueue> {
    const marked = markedOf(this.#account, race);
    const found = await this.#read(connection, race);
    // It failed after all was done.
    if (tried !== null && JSON.stringify(found.queue) === JSON.stringify(tried))
      return this.#knownAs(race, found, tried, marked);
    const base = this.#baseOf(race, found.queue);
    const changed = change(base);
    const isThere = changed === found.queue || (found.queue === null && changed.generation === 0);
    if (changed === base && isThere && found.unreadable.length === 0)
      return this.#knownAs(race, found, base, marked);
    const next = { ...changed, generation: base.generation + 1 };
    onTry(next);
    const before = new Set(found.queue?.edits);
    const sealed = await Promise.all(
      next.edits
        .filter((edit) => !before.has(edit))
        .map(async (edit) => ({
          key: edit.key,
          bytes: await connection.cipher.seal(JSON.stringify(edit), labelOf(race, edit.key)),
        })),
    );
    const transaction = begin(connection.database, ["queues", "edits"], "readwrite", {
      durability: "strict",
    });
    const [queues, edits] = [transaction.objectStore("queues"), transaction.objectStore("edits")];
    const now = await queues.get(race);
    if (now?.device !== found.queue?.device || now?.generation !== found.queue?.generation) {
      transaction.abort();
      await transaction.done.catch(() => undefined);
      return this.#write(connection, race, change, null, onTry);
    }
    const { edits: _, ...rest } = next;
    const { generation } = next;
    const left = new Set(next.edits.map(({ key }) => key));
    await Promise.all([
      queues.put(rest, race),
      ...sealed.map(({ key, bytes }) => edits.put({ generation, sealed: bytes }, [race, key])),
      ...[...found.rows.keys()]
        .filter((key) => !left.has(key))
        .map((key) => edits.delete([race, key])),
      transaction.done,
    ]);
    const written = new Set(sealed.map(({ key }) => key));
    const rows = next.edits.map(
      ({ key }) => [key, written.has(key) ? generation : (found.rows.get(key) ?? 0)] as const,
    );
    if (!this.#hasAsked) void this.#learnPersistence((storage) => storage.persist());
    this.#hasAsked = true;
    return this.#knownAs(race, { ...found, rows: new Map(rows) }, next, marked);
  }

  /** The queue that goes on from what the database has and what this tab knows. */
  #baseOf(race: string, kept: Queue | null): Queue {
    const known = this.#known.get(race);
    if (known === undefined || known.queue.generation === 0)
      return kept ?? known?.queue ?? emptyQueue(randomName(), randomGap());
    if (kept === null)
      return known.saved ? continued(known.queue, randomName(), randomGap()) : known.queue;
    if (kept.device === known.queue.device) return isNewer(known.queue, kept) ? known.queue : kept;
    return joined(kept, known.queue);
  }

  /**
   * The state of a race once the database has `queue`, and has had `found` before. `marked` are the
   * keys of unsettled edits before that.
   */
  #knownAs(race: string, found: StoredQueue, queue: Queue, marked: readonly number[]): TabQueue {
    const before = this.#known.get(race);
    const isDeleted =
      before !== undefined && before.savedAs !== "" && before.savedAs !== queue.device;
    const known = new Set(before === undefined ? [] : keysOf(before.queue));
    const missed = before === undefined || isDeleted ? marked.filter((key) => !known.has(key)) : [];
    // One that another tab still had may be settled by now.
    const stillMarked = markedOf(this.#account, race);
    const here = new Set(keysOf(queue));
    const lost = new Set([
      ...[...missed, ...(before?.loss?.lost ?? [])].filter((key) => stillMarked.includes(key)),
      ...found.unreadable,
    ]);
    const again = [...(before?.loss?.again ?? []), ...(isDeleted ? before.queue.edits : [])];
    const loss: Loss = {
      again: [...new Map(again.map((edit) => [edit.key, edit])).values()],
      lost: [...lost].filter((key) => !here.has(key)),
    };
    const isLoss = loss.again.length > 0 || loss.lost.length > 0;
    const savedAs = queue.generation > 0 ? queue.device : "";
    return { queue, saved: true, savedAs, rows: found.rows, loss: isLoss ? loss : null };
  }

  #inMemory(race: string, change: (queue: Queue) => Queue): TabQueue {
    const known = this.#known.get(race);
    const base = known?.saved === false ? known.queue : this.#baseOf(race, null);
    const changed = change(base);
    const isSame = changed === known?.queue || (changed.generation === 0 && changed === base);
    return {
      queue: isSame ? changed : { ...changed, generation: base.generation + 1 },
      saved: false,
      savedAs: known?.savedAs ?? "",
      rows: NO_ROWS,
      loss: known?.loss ?? null,
    };
  }

  async #read({ database, cipher }: Connection, race: string): Promise<StoredQueue> {
    const transaction = begin(database, ["queues", "edits"]);
    const kept = await transaction.objectStore("queues").get(race);
    if (kept === undefined) return { queue: null, rows: NO_ROWS, unreadable: [] };
    const known = this.#known.get(race);
    if (
      known?.saved === true &&
      known.queue.device === kept.device &&
      known.queue.generation === kept.generation
    )
      return { queue: known.queue, rows: known.rows, unreadable: [] };
    const range = IDBKeyRange.bound([race, 0], [race, Number.POSITIVE_INFINITY]);
    const [keys, values] = await Promise.all([
      transaction.objectStore("edits").getAllKeys(range),
      transaction.objectStore("edits").getAll(range),
    ]);
    const rows = values.map(({ generation }, at) => [keys[at]?.[1] ?? 0, generation] as const);
    const edits = await Promise.all(
      values.map(async ({ generation, sealed }, at) => {
        const key = keys[at]?.[1] ?? 0;
        const same =
          known?.rows.get(key) === generation
            ? known.queue.edits.find((edit) => edit.key === key)
            : undefined;
        return same ?? this.#openEdit(cipher, sealed, race, key, kept.device);
      }),
    );
    return {
      // Earlier versions of the site did not write what else was seen.
      queue: { ...kept, seen: kept.seen ?? {}, edits: edits.filter((edit) => edit !== null) },
      rows: new Map(rows),
      unreadable: rows.map(([key]) => key).filter((_key, at) => edits[at] === null),
    };
  }

  /** Null for an edit whose key the browser has lost. */
  async #openEdit(
    cipher: Cipher,
    sealed: Sealed,
    race: string,
    key: number,
    device: string,
  ): Promise<Edit | null> {
    try {
      const edit = JSON.parse(await cipher.open(sealed, labelOf(race, key))) as Edit;
      const { madeIn = device, decided = 0 } = edit;
      // Earlier versions of the site named an edit when it went out, after its queue.
      const name = edit.device || (edit.number > 0 ? device : editName(madeIn, key));
      return { ...edit, madeIn, decided, device: name };
    } catch {
      return null;
    }
  }

  /** Whether the browser may delete what is kept; only secure origins are told. */
  async #learnPersistence(ask: (storage: StorageManager) => Promise<boolean>): Promise<void> {
    try {
      this.#isPersistent = await ask(navigator.storage);
    } catch {
      // It may.
    }
  }

  // Lists

  readList(race: RaceKey): Promise<KeptList | null> {
    return this.#onDevice((connection) => this.#readList(connection, nameOf(race))).catch(
      () => null,
    );
  }

  async #readList({ database, cipher }: Connection, name: string): Promise<KeptList | null> {
    const lists = begin(database, ["lists"]).objectStore("lists");
    const range = IDBKeyRange.bound([name, ""], [name, "\uFFFF"]);
    const [keys, values] = await Promise.all([lists.getAllKeys(range), lists.getAll(range)]);
    try {
      const texts = new Map(
        await Promise.all(
          values.map(async (sealed, index) => {
            const part = keys[index]?.[1] ?? "";
            return [part, await cipher.open(sealed, labelOf(name, part))] as const;
          }),
        ),
      );
      const head = texts.get(HEAD);
      if (head === undefined) return null;
      texts.delete(HEAD);
      const people = [...texts.values()].flatMap((text) => JSON.parse(text) as Participant[]);
      return {
        head: JSON.parse(head) as ListHead,
        // Earlier versions of the site kept people without a division.
        people: new Map(people.map((person) => [person.id, { ...NO_DIVISION, ...person }])),
      };
    } catch {
      // A list that cannot be decrypted is fetched again.
      return null;
    }
  }

  writeList(race: RaceKey, list: KeptList, changed: ReadonlySet<string> | null): Promise<void> {
    return this.#inTurn("lists", () =>
      this.#onDevice((connection) => this.#writeList(connection, nameOf(race), list, changed)),
    );
  }

  async #writeList(
    connection: Connection,
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
        async ([part, text]) =>
          [part, await connection.cipher.seal(text, labelOf(name, part))] as const,
      ),
    );
    const transaction = begin(connection.database, ["lists", "versions"], "readwrite");
    const [lists, versions] = [
      transaction.objectStore("lists"),
      transaction.objectStore("versions"),
    ];
    const version = (await versions.get(name)) ?? 0;
    if (changed !== null && this.#versions.get(name) !== version) {
      // Another tab has written since, perhaps something older.
      transaction.abort();
      await transaction.done.catch(() => undefined);
      return this.#writeList(connection, name, { head, people }, null);
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
      this.#onDevice(async ({ database }) => {
        const transaction = begin(database, ["lists"], "readwrite");
        const all = IDBKeyRange.bound([name, ""], [name, "\uFFFF"]);
        await Promise.all([transaction.objectStore("lists").delete(all), transaction.done]);
      }),
    );
  }

  async readLatest(slug: string): Promise<string> {
    const latest = this.#onDevice(({ database }) =>
      begin(database, ["latest"]).objectStore("latest").get(slug),
    );
    return (await latest.catch(() => undefined)) ?? "";
  }

  async writeLatest(slug: string, year: string): Promise<void> {
    await this.#onDevice(async ({ database }) => {
      const transaction = begin(database, ["latest"], "readwrite");
      await Promise.all([transaction.objectStore("latest").put(year, slug), transaction.done]);
    });
  }

  async close(): Promise<void> {
    const hold = () => {
      const open = [...this.#known].filter(
        ([, { saved, queue }]) => !saved && queue.edits.length > 0,
      );
      if (!this.#isOver && open.length > 0)
        holdUnkept(this.#account, new Map(open.map(([race, { queue }]) => [race, queue])));
    };
    hold();
    await Promise.allSettled(Object.values(this.#turns));
    hold();
    this.#isClosed = true;
    const connection = this.#connection;
    if (connection === null) return;
    this.#leave(connection);
    // Not waited for: it may never open.
    void connection.then(({ database }) => database.close()).catch(() => undefined);
  }

  #inTurn<T>(kind: "queues" | "lists", act: () => Promise<T>): Promise<T> {
    const done = this.#turns[kind].then(act);
    this.#turns[kind] = done.catch(() => undefined);
    return done;
  }
}

function keysOf({ edits }: Queue): number[] {
  return edits.map(({ key }) => key);
}

/** Whether one of two states of a queue is the later one. */
function isNewer(one: Queue, other: Queue): boolean {
  return one.device === other.device && one.generation > other.generation;
}

/** The label that the encryption binds a text to. */
function labelOf(race: string, part: string | number): string {
  return `${race}/${part}`;
}

/** The part of the list that holds a participant. */
function partOf(id: string): string {
  let sum = 0;
  for (let at = 0; at < id.length; at += 1) sum = (sum * 31 + id.charCodeAt(at)) % PARTS;
  return String(sum);
}
