/**
 * What check-in keeps on this device for an account: signing out deletes it, even if the code of
 * check-in was never loaded.
 */

/** The name of an account's database (checkin/store.ts). */
export function deviceDataOf(account: string): string {
  return `checkin ${account}`;
}

const VISIT = "checkin ";

/** The text kept under a name while this tab is open; "" if there is none. */
export function keptForVisit(name: string): string {
  try {
    return sessionStorage.getItem(VISIT + name) ?? "";
  } catch {
    return "";
  }
}

/** Keeps a text while this tab is open. */
export function keepForVisit(name: string, text: string): void {
  try {
    sessionStorage.setItem(VISIT + name, text);
  } catch {
    // Without storage it lasts as long as the page.
  }
}

/**
 * Deletes the key of an account's data, and everything encrypted with it. Tabs that have the
 * database open close it by themselves.
 */
export function forgetDeviceData(account: string): void {
  try {
    if (account !== "") indexedDB.deleteDatabase(deviceDataOf(account));
  } catch {
    // Without storage nothing was kept.
  }
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(VISIT)) sessionStorage.removeItem(key);
  } catch {
    // Here as well.
  }
}
