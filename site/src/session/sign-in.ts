import { useSyncExternalStore } from "react";
import type { Schemas, Wire } from "../api/calls";
import { isObject, type JsonObject, text } from "../api/types";
import { type Realm, storedAnswer, subscribe } from "./stored";

/** A sign-in as it is stored now. Its tokens change with every refresh, its id does not. */
export interface SignIn {
  /** Different for each login; "" if the access token does not say. */
  id: string;
  /**
   * Identifies the account, the same for each of its logins; "" if the access token does not say.
   */
  account: string;
  access: string;
  /** "" when the server gave none. */
  refresh: string;
  /** The complete answer. */
  answer: JsonObject;
}

/** The sign-in of a realm; null when nobody is signed in. */
export function signInOf(realm: Realm): SignIn | null {
  const answer = storedAnswer(realm);
  return answer === null ? null : signInFrom(answer);
}

/** Reads the answer of a login, or that of a login merged with a refresh. */
export function signInFrom(answer: Wire<Schemas["Tokens"]>): SignIn {
  const access = text(answer.access_token);
  const { fam, sub } = claimsOf(access);
  return { id: text(fam), account: text(sub), access, refresh: text(answer.refresh_token), answer };
}

/**
 * The claims of an access token (api.md 3.3). They only serve to distinguish sign-ins and accounts;
 * the server decides what a token allows.
 */
function claimsOf(token: string): JsonObject {
  try {
    const claims: unknown = JSON.parse(
      atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")),
    );
    return isObject(claims) ? claims : {};
  } catch {
    return {};
  }
}

/** Whether the earlier sign-in is still there. */
export function isSameSignIn(now: SignIn | null, before: SignIn): now is SignIn {
  return now !== null && now.id === before.id;
}

/**
 * The id of the sign-in of a realm, null without one: a page that is mounted again for each id
 * shows nothing of the previous sign-in.
 */
export function useSignIn(realm: Realm): string | null {
  return useSyncExternalStore(subscribe, () => signInOf(realm)?.id ?? null);
}
