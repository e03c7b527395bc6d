/** The two API hosts, as far as sign-ins go, replacing fetch, for tests of code that calls them. */
import { vi } from "vitest";
import { setConfig } from "../api/config";

/** A call that arrived. */
export interface Arrived {
  url: string;
  method: string;
  /** The Authorization header; null without one. */
  credential: string | null;
  body: unknown;
}

/**
 * A route's answer: status, body ("" for none) and headers; or a promise of that; or "down" if the
 * network does not reach it.
 */
export type Answered =
  | readonly [status: number, body: unknown, headers?: Record<string, string>]
  | "down";

/**
 * Answers by address such as "/api/account/login"; a function receives the call. Anything else is a
 * 404.
 */
export interface SessionHost {
  routes: Map<string, (call: Arrived) => Answered | Promise<Answered>>;
  arrived: Arrived[];
  /** Addresses requested, in order. */
  asked: () => string[];
}

export function aSessionHost(): SessionHost {
  setConfig({ key: "public-key" });
  const routes: SessionHost["routes"] = new Map();
  const arrived: Arrived[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const call: Arrived = {
      url,
      method: init.method ?? "GET",
      credential: new Headers(init.headers).get("Authorization"),
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
    };
    arrived.push(call);
    const answered = (await routes.get(url)?.(call)) ?? [404, { message: "Not Found" }];
    if (answered === "down") throw new TypeError("down");
    const [status, body, headers = {}] = answered;
    return new Response(body === "" ? null : JSON.stringify(body), { status, headers });
  });
  return { routes, arrived, asked: () => arrived.map(({ url }) => url) };
}

/**
 * An access token of a sign-in, as the server makes them; `number` distinguishes those of one
 * sign-in.
 */
export function anAccessToken(signIn: string, number = 1): string {
  const claims = btoa(
    JSON.stringify({ realm: "account", typ: "access", fam: signIn, jti: String(number) }),
  )
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return `header.${claims}.signature`;
}

/** The answer to login and refresh. */
export function tokens(
  signIn: string,
  number = 1,
): { access_token: string; refresh_token: string } {
  return {
    access_token: anAccessToken(signIn, number),
    refresh_token: `${signIn}-refresh-${number}`,
  };
}

/** Simulates another tab storing this, or removing what was stored. */
export function inAnotherTab(key: string, answer: object | null): void {
  if (answer === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(answer));
  window.dispatchEvent(new StorageEvent("storage", { key }));
}

/** Something that arrives when the test says so. */
export class Later<T> {
  answer!: (value: T) => void;
  readonly promise = new Promise<T>((resolve) => {
    this.answer = resolve;
  });
}
