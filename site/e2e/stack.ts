/** The stack the tests run against, and calls to its API as its own users make them. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { SITE } from "./browser";
import { PATIENCE_MS } from "./patience";

/** Written by `make start`: addresses and keys of the stack. */
const STACK =
  process.env.CHUTE_STACK ?? new URL("../../.local/stack.json", import.meta.url).pathname;

interface Stack {
  api: string;
  downloads: string;
  write_key: string;
  admin_email: string;
  admin_password: string;
  remote_api: string;
  remote_admin_email: string;
  remote_admin_password: string;
  /** Proves, as CloudFront does, whose address a call comes from. */
  origin_secret: string;
  /** How the operator's command reaches `chute serve`; not on the emulator. */
  env: Record<string, string>;
}

function stack(): Stack {
  const found = JSON.parse(readFileSync(STACK, "utf8")) as Stack;
  if (!found.api.startsWith(`${SITE}/`))
    throw new Error(`${STACK} is not the stack at ${SITE}: set CHUTE_STACK.`);
  return found;
}

/**
 * Headers for a caller with this address, so that failures of others on the same machine do not
 * delay them.
 */
export function calledFrom(address: string): Record<string, string> {
  return { "X-Origin-Verify": stack().origin_secret, "X-Viewer-Address": address };
}

/** The administrator of a realm. */
export function adminOf(realm: "account" | "remote"): { email: string; password: string } {
  const found = stack();
  return realm === "account"
    ? { email: found.admin_email, password: found.admin_password }
    : { email: found.remote_admin_email, password: found.remote_admin_password };
}

/** An answer that is not 2xx. */
class Refused extends Error {
  readonly status: number;

  constructor(path: string, status: number, text: string) {
    super(`${path} answered ${status}: ${text}`);
    this.status = status;
  }
}

/**
 * How often a call that was answered "Busy, please try again" is sent, a second apart: as clients
 * do on race day.
 */
const TRIES = 8;

async function send(
  credential: string,
  path: string,
  body: object,
  method: string,
  host = stack().api,
  tries = TRIES,
): Promise<unknown> {
  const answer = await fetch(host + path, {
    method,
    headers: {
      ...(credential === "" ? {} : { Authorization: `Bearer ${credential}` }),
      "Content-Type": "application/json",
      ...calledFrom("2001:db8:e2e:1::1"),
    },
    body: JSON.stringify(body),
  });
  const there = path.endsWith("/add") && answer.status === 409;
  const text = await answer.text();
  if (answer.status === 503 && tries > 1) {
    await setTimeout(1_000);
    return send(credential, path, body, method, host, tries - 1);
  }
  if (!answer.ok && !there) throw new Refused(path, answer.status, text);
  return text === "" ? null : JSON.parse(text);
}

/** A call with the timer's write key. Adding something that exists already is not an error. */
export async function call(path: string, body: object, method = "POST"): Promise<void> {
  await send(stack().write_key, path, body, method);
}

async function signIn(
  credentials: { email: string; password: string },
  host = stack().api,
): Promise<string> {
  const { access_token: token } = (await send("", "account/login", credentials, "POST", host)) as {
    access_token: string;
  };
  return token;
}

/**
 * Calls as an account, signed in on the first call. An account keeps its newest 20 sessions, and
 * the files that run in parallel sign in as the administrator, too: signs in again when the session
 * was ended.
 */
function caller(
  credentials: () => { email: string; password: string },
  host: () => string,
): (path: string, body: object, method: string) => Promise<unknown> {
  let session: Promise<string> | null = null;
  return async (path, body, method) => {
    const mine = (session ??= signIn(credentials(), host()));
    try {
      return await send(await mine, path, body, method, host());
    } catch (error) {
      if (!(error instanceof Refused && error.status === 401)) throw error;
      if (session === mine) session = signIn(credentials(), host());
      return send(await session, path, body, method, host());
    }
  };
}

const asAdmin = caller(
  () => adminOf("account"),
  () => stack().api,
);
const asRemoteAdmin = caller(
  () => adminOf("remote"),
  () => stack().remote_api,
);

/** A call as the administrator of the stack. */
export async function callAsAdmin(path: string, body: object, method = "POST"): Promise<void> {
  await asAdmin(path, body, method);
}

/** A call to the remote host as its administrator. */
export async function callAsRemoteAdmin(
  path: string,
  body: object,
  method = "POST",
): Promise<void> {
  await asRemoteAdmin(path, body, method);
}

/** Calls the API as somebody; returns the answer. */
export type Caller = (path: string, body: object, method?: string) => Promise<unknown>;

/** Calls of the account host with a key, or the token of a session. */
export function callerWith(credential: string): Caller {
  return (path, body, method = "POST") => send(credential, path, body, method);
}

/** Signs in to the account host, and calls as this account. */
export async function callerAs(email: string, password: string): Promise<Caller> {
  return callerWith(await signIn({ email, password }));
}

/** Whether the downloads host has a file. */
export async function isPublished(path: string): Promise<boolean> {
  return (await fetch(`${SITE}/downloads/${path}`, { method: "HEAD" })).ok;
}

/** Waits until a file of the downloads host passes a test. Returns its text. */
export async function published(path: string, test: (text: string) => boolean): Promise<string> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const answer = await fetch(`${SITE}/downloads/${path}`);
    const text = await answer.text();
    if (answer.ok && test(text)) return text;
    if (Date.now() > end) throw new Error(`${path} was not published.`);
    await setTimeout(200);
  }
}

/** An e-mail that would have left the machine. */
export interface Mail {
  to: string;
  from: string;
  subject: string;
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** The mails that `chute serve` has kept for an address, oldest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const asked = request({ socketPath: stack().env.CHUTE_SOCKET, path: "/mails" }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`the kept mails answered ${answer.statusCode}`);
  return ((await json(answer)) as Mail[]).filter(({ to }) => to === address);
}

const CHUTE = new URL("../../.build/chute", import.meta.url).pathname;

/** Makes the index of names by the operator's command, which does not wait six hours for a year. */
export async function indexNames(): Promise<void> {
  await promisify(execFile)(CHUTE, ["rebuild", "--names"], {
    env: { ...process.env, ...stack().env },
  });
}
