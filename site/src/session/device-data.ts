/**
 * Check-in's data of an account on this device: signing out deletes them, even if the code of
 * check-in was never loaded.
 */

/** The name of an account's database (checkin/store.ts). */
export function deviceDataOf(account: string): string {
  return `checkin ${account}`;
}

/**
 * The version of a database that a sign-out deletes: tabs that have it open know from it that it is
 * not the browser that deletes it.
 */
export const DEVICE_DATA_OVER = 1_000_000;

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

/** Data that the database could not keep, by account, as long as the page is open. */
const unkept = new Map<string, unknown>();

/** Holds what an account's database could not keep until its data are opened again. */
export function holdUnkept(account: string, data: unknown): void {
  unkept.set(account, data);
}

export function heldUnkept(account: string): unknown {
  return unkept.get(account);
}

/** Hands over what is held of an account. */
export function takeUnkept(account: string): unknown {
  const held = unkept.get(account);
  unkept.delete(account);
  return held;
}

/**
 * Deletes the key of an account's data, and everything encrypted with it. Tabs that have the
 * database open close it by themselves.
 */
export function forgetDeviceData(account: string): void {
  unkept.delete(account);
  try {
    if (account !== "") deleteDatabase(deviceDataOf(account));
  } catch {
    // Without storage nothing was kept.
  }
  forgetIn("localStorage", `${deviceDataOf(account)} `);
  forgetIn("sessionStorage", VISIT);
}

function deleteDatabase(name: string): void {
  try {
    endDatabase(name);
  } catch {
    // Tabs that have it open are not told, but it goes all the same.
  }
  // At once: the page may be closed before the first is done.
  indexedDB.deleteDatabase(name);
}

function endDatabase(name: string): void {
  const ending = indexedDB.open(name, DEVICE_DATA_OVER);
  ending.addEventListener("upgradeneeded", () => {
    for (const store of ending.result.objectStoreNames) ending.result.deleteObjectStore(store);
  });
  ending.addEventListener("success", () => ending.result.close());
}

function forgetIn(storage: "localStorage" | "sessionStorage", prefix: string): void {
  try {
    for (const key of Object.keys(globalThis[storage]))
      if (key.startsWith(prefix)) globalThis[storage].removeItem(key);
  } catch {
    // Here as well.
  }
}
