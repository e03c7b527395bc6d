/** The web hook of an event, as its organiser sees it (api.md 4.18). */
import type { Schemas, Wire } from "../api/calls";
import { isObject, number, objects, text } from "../api/types";
import { ABOUT_AN_EVENT, accountSession } from "./client";

/** A version of a year. */
export type HookVersion = Pick<Schemas["HookVersion"], "year" | "number">;

/** What came of a try, as the server calls it. */
export const RESULTS = [
  "taken",
  "refused",
  "gone",
  "too_slow",
  "unreachable",
  "not_public",
] as const;

export type HookResult = (typeof RESULTS)[number];

/** A try to tell something. */
export interface HookTry {
  /** Unix seconds. */
  at: number;
  /** What was told; null for a test. */
  version: HookVersion | null;
  result: HookResult;
  /** The receiver's status; 0 where it gave none. */
  status: number;
}

/** The hook. Times are unix seconds, 0 for never. */
export interface HookState {
  /** Where versions are told; "" while no hook is set. */
  address: string;
  since: number;
  secret: string;
  /** Until when the secret before signs as well. */
  formerUntil: number;
  /** Since when the receiver wants no more. */
  offSince: number;
  /** What is to be told, in this order. */
  waiting: readonly HookVersion[];
  /** Tries that failed one after the other. */
  tries: number;
  failingSince: number;
  nextTry: number;
  testWaits: boolean;
  last: HookTry | null;
  givenUp: HookVersion | null;
  givenUpAt: number;
  /** When the server was asked, on this device's clock. */
  askedAt: number;
}

/** `POST r/hook/state`. */
export async function readHook(slug: string): Promise<HookState> {
  return stateOf(await accountSession.post("r/hook/state", { slug }, ABOUT_AN_EVENT));
}

/** What is changed of a hook. */
export interface HookChange {
  /** "" takes the hook away. */
  address?: string;
  /** With an address: the one that is known here. */
  seen?: string;
  /** The secret that gets a successor. */
  replace_secret?: string;
  test?: boolean;
}

/** `PUT r/hook/update`. */
export async function changeHook(slug: string, change: HookChange): Promise<HookState> {
  return stateOf(await accountSession.put("r/hook/update", { slug, ...change }, ABOUT_AN_EVENT));
}

function stateOf(hook: Wire<Schemas["HookState"]>): HookState {
  return {
    address: text(hook.address),
    since: number(hook.since),
    secret: text(hook.secret),
    formerUntil: number(hook.former_until),
    offSince: number(hook.off_since),
    waiting: objects(hook.waiting).map(versionOf),
    tries: number(hook.tries),
    failingSince: number(hook.failing_since),
    nextTry: number(hook.next_try),
    testWaits: hook.test_waits === true,
    last: isObject(hook.last) ? tryOf(hook.last) : null,
    givenUp: isObject(hook.given_up) ? versionOf(hook.given_up) : null,
    givenUpAt: number(hook.given_up_at),
    askedAt: Math.floor(Date.now() / 1000),
  };
}

function versionOf(of: Wire<Schemas["HookVersion"]>): HookVersion {
  return { year: text(of.year), number: number(of.number) || number(of.version) };
}

/** A result that the site does not know is one that did not reach the receiver. */
function tryOf(of: Wire<Schemas["HookTry"]>): HookTry {
  const version = isObject(of.version) ? versionOf(of.version) : null;
  return {
    at: number(of.at),
    version,
    result: RESULTS.find((result) => result === of.result) ?? "unreachable",
    status: number(of.status),
  };
}
