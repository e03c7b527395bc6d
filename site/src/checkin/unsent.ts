/** Edits that signing out would lose. */
import { deviceDataOf, heldUnkept } from "../session/device-data";
import { countMarked } from "./marker";
import type { Unkept } from "./store";

/** A database that is being deleted may not open. */
const PATIENCE_MS = 2_000;

/** How many edits on this device are not applied: waiting, in conflict, or refused. */
export async function countUnsent(account: string): Promise<number> {
  const held = [...((heldUnkept(account) as Unkept | undefined)?.values() ?? [])];
  const unkept = held.reduce((sum, { edits }) => sum + edits.length, 0);
  return Math.max(unkept, await countKept(account));
}

function opened(name: string): IDBOpenDBRequest | null {
  try {
    return indexedDB.open(name);
  } catch {
    return null;
  }
}

function countKept(account: string): Promise<number> {
  return new Promise((resolve) => {
    if (account === "" || typeof indexedDB === "undefined") return resolve(0);
    const marked = () => resolve(countMarked(account));
    const opening = opened(deviceDataOf(account));
    // The browser does not allow it.
    if (opening === null) return marked();
    const none = () => resolve(0);
    setTimeout(marked, PATIENCE_MS);
    // There was no database: none is created just to count.
    opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
    opening.addEventListener("error", none);
    opening.addEventListener("success", () => {
      const database = opening.result;
      const answer = (count: number) => {
        database.close();
        resolve(count);
      };
      // A sign-out has emptied it.
      if (!database.objectStoreNames.contains("edits")) return answer(0);
      const counting = database.transaction("edits").objectStore("edits").count();
      counting.addEventListener("success", () => answer(counting.result));
      counting.addEventListener("error", () => answer(countMarked(account)));
    });
  });
}
