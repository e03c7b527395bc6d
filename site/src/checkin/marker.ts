/**
 * Which edits of a device are not settled, in local storage: so that their loss can be said when
 * the browser deletes its databases, which most browsers do without this. Only their keys; what
 * they are about is in the database, encrypted (pages.md D8).
 */
import { deviceDataOf } from "../session/device-data";

function prefixOf(account: string): string {
  return `${deviceDataOf(account)} `;
}

function read(name: string): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(kept) ? kept.filter((key) => typeof key === "number") : [];
  } catch {
    return [];
  }
}

/** The keys of the unsettled edits of an event year, by its name. */
export function markedOf(account: string, race: string): number[] {
  return read(prefixOf(account) + race);
}

/** Marks and unmarks edits. Those of other tabs stay as they are. */
export function mark(
  account: string,
  race: string,
  open: readonly number[],
  settled: readonly number[],
): void {
  const before = markedOf(account, race);
  const after = [...new Set([...before, ...open])].filter((key) => !settled.includes(key));
  if (after.join() === before.join()) return;
  try {
    if (after.length === 0) localStorage.removeItem(prefixOf(account) + race);
    else localStorage.setItem(prefixOf(account) + race, JSON.stringify(after));
  } catch {
    // Where nothing is stored, a page that is opened later cannot know.
  }
}

/** The number of unsettled edits of an account. */
export function countMarked(account: string): number {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefixOf(account)))
      .reduce((sum, name) => sum + read(name).length, 0);
  } catch {
    return 0;
  }
}
