import type { JsonObject } from "../api/types";
import { KEYS, type Realm, tell, unstored } from "./stored";

/** Stores an answer; null forgets the sign-in. */
export function storeAnswer(realm: Realm, answer: JsonObject | null): void {
  const key = KEYS[realm];
  unstored.delete(key);
  if (answer === null) remove(key);
  else store(key, JSON.stringify(answer));
  tell();
}

/** In one step: otherwise another tab could see nobody signed in and leave its page. */
function store(key: string, written: string): void {
  try {
    localStorage.setItem(key, written);
  } catch {
    unstored.set(key, written);
    // The previous value is no longer valid.
    remove(key);
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}
