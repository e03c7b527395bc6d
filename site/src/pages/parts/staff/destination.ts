import { paths } from "../../../paths";
import type { Realm } from "../../../session/stored";

/**
 * What a page says to the login it sends a visitor to. Kept in the entry of the history, never in
 * the address.
 */
export interface Sent {
  /** The address of the page. */
  from: string;
  /** Whether the visitor was signed in, until now. */
  ended: boolean;
}

/** Reads what came with an entry of the history: whatever it is, it was kept by the browser. */
export function readSent(state: unknown): Sent {
  const { from, ended } = (typeof state === "object" && state !== null ? state : {}) as Partial<
    Record<keyof Sent, unknown>
  >;
  return { from: typeof from === "string" ? from : "", ended: ended === true };
}

/** Where a visitor is taken after login (pages.md B5.4). */
export function destination(realm: Realm, { from }: Sent): string {
  if (realm === "remote") return paths.remote();
  return from.startsWith("/checkin/") || from.startsWith(`${paths.account()}/events/`)
    ? from
    : paths.account();
}
