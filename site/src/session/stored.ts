/**
 * Who is signed in on this device: the answer of the last login or refresh, kept in local storage
 * for each realm (pages.md B5.1).
 */
import { useSyncExternalStore } from "react";
import { isObject, type JsonObject, text } from "../api/types";

/** The two kinds of account, each with an API host of its own. */
export type Realm = "account" | "remote";

export const KEYS: Readonly<Record<Realm, string>> = {
  account: "currentUser",
  remote: "currentRemoteUser",
};

/**
 * By key, the values that the browser could not store: there a sign-in lasts as long as the visit.
 */
export const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

/** Which answers to login and refresh count as signed in (pages.md B5.2); any JSON may be given. */
export function isSession(answer: unknown): boolean {
  return isObject(answer) && text(answer.access_token) !== "";
}

/**
 * The stored answer; null without a sign-in. Always read afresh: another tab may have just changed
 * it.
 */
export function storedAnswer(realm: Realm): JsonObject | null {
  const key = KEYS[realm];
  try {
    const read: unknown = JSON.parse(unstored.get(key) ?? localStorage.getItem(key) ?? "");
    return isObject(read) && isSession(read) ? read : null;
  } catch {
    // Nothing stored, nothing readable, or no storage at all.
    return null;
  }
}

/** Notifies the listeners that a sign-in has changed. */
export function tell(): void {
  for (const listener of listeners) listener();
}

/** Handles another tab signing in or out. */
function follow({ key }: StorageEvent): void {
  if (key === null) unstored.clear();
  else unstored.delete(key);
  tell();
}

/** Calls `listener` whenever a sign-in changes, here or in another tab. */
export function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", follow);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", follow);
  };
}

/** Whether somebody is signed in. */
export function useSignedIn(realm: Realm): boolean {
  return useSyncExternalStore(subscribe, () => storedAnswer(realm) !== null);
}
