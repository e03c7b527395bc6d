/**
 * A browser that takes its databases away, for tests: what is under way fails, connections end by
 * themselves, and everything is gone.
 */
import { forceCloseDatabase } from "fake-indexeddb";

const running = new Map<IDBTransaction, IDBDatabase>();
let onStep: (step: string, name: string) => void = () => undefined;

/**
 * Sets what is called before every transaction, every request in one, and every encryption, with
 * the name of the database, if any. It may throw.
 */
export function watchSteps(act: (step: string, name: string) => void): void {
  onStep = act;
}

/**
 * Deletes the databases with these names at once. `quietly`: connections are not told, and only
 * fail.
 */
export function evict(names: readonly string[], quietly = false): void {
  const connections = new Set<IDBDatabase>();
  for (const [transaction, database] of running) {
    if (!names.includes(database.name)) continue;
    connections.add(database);
    running.delete(transaction);
    try {
      transaction.abort();
    } catch {
      // It was over.
    }
  }
  for (const connection of connections) {
    if (quietly) connection.close();
    else forceCloseDatabase(connection as unknown as Parameters<typeof forceCloseDatabase>[0]);
  }
  for (const name of names) indexedDB.deleteDatabase(name);
}

function nameOf(of: unknown): string {
  if (of instanceof IDBDatabase) return of.name;
  return of instanceof IDBObjectStore ? of.transaction.db.name : "";
}

function stepFirst(of: object, methods: readonly string[]): void {
  for (const method of methods) {
    const own = Reflect.get(of, method) as (...given: unknown[]) => unknown;
    Reflect.set(of, method, function step(this: unknown, ...given: unknown[]) {
      onStep(method, nameOf(this));
      const made = own.apply(this, given);
      if (method === "transaction") running.set(made as IDBTransaction, this as IDBDatabase);
      return made;
    });
  }
}

/** Watches all databases and encryptions from here on. Call it once. */
export function watchStorage(): void {
  stepFirst(IDBDatabase.prototype, ["transaction"]);
  stepFirst(IDBObjectStore.prototype, ["get", "getAll", "getAllKeys", "put", "delete"]);
  stepFirst(crypto.subtle.constructor.prototype as object, ["encrypt", "decrypt"]);
}

/** Local storage, which Node does not have. */
export function aLocalStorage(): Storage {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      items.set(key, value);
      Reflect.set(storage, key, value);
    },
    removeItem: (key: string) => {
      items.delete(key);
      Reflect.deleteProperty(storage, key);
    },
    clear: () => {
      for (const key of items.keys()) storage.removeItem(key);
    },
  };
  for (const method of Object.keys(storage))
    Object.defineProperty(storage, method, { enumerable: false });
  return storage as unknown as Storage;
}
