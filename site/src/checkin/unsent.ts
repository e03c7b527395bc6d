/** Edits that would be lost with a sign-out. */
import { deviceDataOf } from "../session/device-data";

/** A database that is just being deleted may not open. */
const PATIENCE_MS = 2_000;

/**
 * How many edits of an account are kept on this device and not done: they wait, are in conflict, or
 * were refused.
 */
export function countUnsent(account: string): Promise<number> {
  return new Promise((resolve) => {
    if (account === "" || typeof indexedDB === "undefined") return resolve(0);
    const opening = indexedDB.open(deviceDataOf(account));
    const none = () => resolve(0);
    setTimeout(none, PATIENCE_MS);
    // There was no database: it is not made for the question.
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
