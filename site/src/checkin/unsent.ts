/** Edits that signing out would lose. */
import { deviceDataOf } from "../session/device-data";

/** A database that is being deleted may not open. */
const PATIENCE_MS = 2_000;

/**
 * The number of edits of an account that are kept on this device and not applied: they are waiting,
 * in conflict, or were refused.
 */
export function countUnsent(account: string): Promise<number> {
  return new Promise((resolve) => {
    if (account === "" || typeof indexedDB === "undefined") return resolve(0);
    const opening = indexedDB.open(deviceDataOf(account));
    const none = () => resolve(0);
    setTimeout(none, PATIENCE_MS);
    // There was no database: none is created just to count.
    opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
    opening.addEventListener("error", none);
    opening.addEventListener("success", () => {
      const database = opening.result;
      const counting = database.transaction("edits").objectStore("edits").count();
      const answer = (count: number) => {
        database.close();
        resolve(count);
      };
      counting.addEventListener("success", () => answer(counting.result));
      counting.addEventListener("error", () => answer(0));
    });
  });
}
