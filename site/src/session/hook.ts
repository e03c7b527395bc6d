/** The web hook of an event, as its organiser sees it (api.md 4.18). */
import type { Schemas, Wire } from "../api/calls";
import { isObject, number, objects, text } from "../api/types";
import { ABOUT_AN_EVENT, accountSession } from "./client";

/** A version of a year. */
export type HookVersion = Pick<Schemas["HookVersion"], "year" | "number">;

/** The result of an attempt, by the server's names. */
const RESULTS = ["taken", "refused", "gone", "too_slow", "unreachable", "not_public"] as const;

type HookResult = (typeof RESULTS)[number];

/** An attempt to call the receiver. */
export interface HookTry {
  /** Unix seconds. */
  at: number;
  /** The version it was about; null for a test. */
  version: HookVersion | null;
  result: HookResult;
  /** The receiver's status; 0 if there was none. */
  status: number;
}

/** The hook. Times are unix seconds, 0 for never. */
export interface HookState {
  /** Where new versions are sent; "" while no hook is set. */
  address: string;
  since: number;
  secret: string;
  /** Until when the previous secret also signs. */
  formerUntil: number;
  /** When the receiver switched the hook off. */
  offSince: number;
  /** The versions still to be sent, in this order. */
  waiting: readonly HookVersion[];
  /** The number of consecutive failed attempts. */
  tries: number;
  failingSince: number;
  nextTry: number;
  testWaits: boolean;
  last: HookTry | null;
  givenUp: HookVersion | null;
  givenUpAt: number;
  /** When the server was asked, by this device's clock. */
  askedAt: number;
}

/** `POST r/hook/state`. */
export async function readHook(slug: string): Promise<HookState> {
  return stateOf(await accountSession.post("r/hook/state", { slug }, ABOUT_AN_EVENT));
}

/** A change of a hook. */
export interface HookChange {
  /** "" removes the hook. */
  address?: string;
  /** Together with `address`: the address last seen here. */
  seen?: string;
  /** The secret to replace. */
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

/** A result unknown to the site counts as not having reached the receiver. */
function tryOf(of: Wire<Schemas["HookTry"]>): HookTry {
  const version = isObject(of.version) ? versionOf(of.version) : null;
  return {
    at: number(of.at),
    version,
    result: RESULTS.find((result) => result === of.result) ?? "unreachable",
    status: number(of.status),
  };
}
