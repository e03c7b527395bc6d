/**
 * What check-in keeps on this device for an account: it ends with the sign-out, also where the code
 * of check-in was never loaded.
 */

/** The name of an account's database (checkin/store.ts). */
export function deviceDataOf(account: string): string {
  return `checkin ${account}`;
}

const VISIT = "checkin ";

/** What was kept under a name as long as this tab is open; "" when nothing was. */
export function keptForVisit(name: string): string {
  try {
    return sessionStorage.getItem(VISIT + name) ?? "";
  } catch {
    return "";
  }
}

/** Keeps a text as long as this tab is open. */
export function keepForVisit(name: string, text: string): void {
  try {
    sessionStorage.setItem(VISIT + name, text);
  } catch {
    // Where there is no storage, it lasts as long as the page.
  }
}

/**
 * Deletes the key of an account's data, and all that was encrypted with it. Tabs that have the
 * database open close it by themselves.
 */
export function forgetDeviceData(account: string): void {
  try {
    if (account !== "") indexedDB.deleteDatabase(deviceDataOf(account));
  } catch {
    // Where there is no storage, nothing was kept.
  }
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(VISIT)) sessionStorage.removeItem(key);
  } catch {
    // The same.
  }
}
