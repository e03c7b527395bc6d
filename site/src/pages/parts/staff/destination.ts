import { paths } from "../../../paths";
import type { Realm } from "../../../session/stored";

/** The state of a redirect to the login. Kept in the history entry, never in the address. */
export interface CameFrom {
  /** The address of the page. */
  from: string;
  /** Whether the visitor had been signed in until then. */
  ended: boolean;
}

/** Reads the state of a history entry, which may be anything that the browser has kept. */
export function readCameFrom(state: unknown): CameFrom {
  const { from, ended } = (typeof state === "object" && state !== null ? state : {}) as Partial<
    Record<keyof CameFrom, unknown>
  >;
  return { from: typeof from === "string" ? from : "", ended: ended === true };
}

/** Where a visitor is taken after login (pages.md B5.4). */
export function destination(realm: Realm, { from }: CameFrom): string {
  if (realm === "remote") return paths.remote();
  return from.startsWith("/checkin/") || from.startsWith(`${paths.account()}/events/`)
    ? from
    : paths.account();
}
