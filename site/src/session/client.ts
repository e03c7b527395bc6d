/**
 * Calls with a sign-in, one client for each realm: an expired access token is renewed without the
 * caller noticing (pages.md B5). The public key is never used here, and nothing of one realm goes
 * to the other's host.
 */
import type { paths as AccountPaths } from "../api/account-api";
import type { AnswerOf, CallOf, Method, PathOf, RequestOf, Schemas, Wire } from "../api/calls";
import { config } from "../api/config";
import { Failure } from "../api/failure";
import { type Answer, objectOf, refusal, send } from "../api/http";
import type { paths as RemotePaths } from "../api/remote-api";
import { type JsonObject, text } from "../api/types";
import { forgetDeviceData } from "./device-data";
import { isSameSignIn, type SignIn, signInFrom, signInOf } from "./sign-in";
import { storeAnswer } from "./store";
import { isSession, type Realm } from "./stored";

/** Options of a call. */
interface CallOptions<Taken extends number = never> {
  /**
   * Whether a 401 or 403 that remains after a successful refresh is about the requested thing, not
   * about the sign-in: then it fails like any other answer, and nobody is signed out. For a change
   * of password, and for somebody else's event at check-in.
   */
  keepSignIn?: boolean;
  /** Statuses besides 200 whose object is returned instead of a failure. */
  takes?: readonly Taken[];
}

/**
 * For calls about an event: a refusal is about the event, not about the sign-in (pages.md B5.3).
 */
export const ABOUT_AN_EVENT: CallOptions = { keepSignIn: true };

/** Resolves to null when this account may not have what was asked for about an event. */
export async function unlessRefused<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof Failure && (thrown.status === 401 || thrown.status === 403)) return null;
    throw thrown;
  }
}

/**
 * Calls of one realm. Each fails with a {@link Failure}, with the server's message if there is one.
 */
interface Session<Paths> {
  get: <Path extends PathOf<Paths, "get"> & string>(
    path: Path,
    options?: CallOptions,
  ) => Promise<AnswerOf<CallOf<Paths, Path, "get">>>;
  post: Send<Paths, "post">;
  put: Send<Paths, "put">;
  delete: Send<Paths, "delete">;
}

type Send<Paths, M extends Method> = <
  Path extends PathOf<Paths, M> & string,
  Taken extends number = never,
>(
  path: Path,
  values: RequestOf<CallOf<Paths, Path, M>>,
  options?: CallOptions<Taken>,
) => Promise<AnswerOf<CallOf<Paths, Path, M>, 200 | Taken>>;

export const accountSession = sessionOf<AccountPaths>("account");

/** Calls that both hosts share: those of the remote host about accounts and keys (api.md 5.2). */
type SharedPaths = Pick<
  RemotePaths,
  Extract<keyof RemotePaths, `/account${string}` | `/key${string}`>
>;

/** Each realm's calls, as far as both hosts have them. */
export const sessions: Readonly<Record<Realm, Session<SharedPaths>>> = {
  account: sessionOf<SharedPaths>("account"),
  remote: sessionOf<SharedPaths>("remote"),
};

function sessionOf<Paths>(realm: Realm): Session<Paths> {
  const by = (method: Method) => (path: string, values: unknown, options?: CallOptions<number>) =>
    signedCall(realm, { method, path, values }, options);
  return {
    get: (path: string, options?: CallOptions) =>
      signedCall(realm, { method: "get", path }, options),
    post: by("post"),
    put: by("put"),
    delete: by("delete"),
  } as Session<Paths>;
}

/** A request to a realm's host. */
interface HostRequest {
  method: Method;
  path: string;
  values?: unknown;
  /** Whether it goes out even if the page is left at once. */
  keepalive?: boolean;
}

/** Makes a call with an access token, or with none if `access` is "". Resolves for every status. */
function ask(
  realm: Realm,
  { method, path, values, keepalive = false }: HostRequest,
  access: string,
): Promise<Answer> {
  const host = realm === "account" ? config().api : config().remoteApi;
  return send(host + path, {
    method: method.toUpperCase(),
    keepalive,
    headers: {
      ...(values !== undefined && { "Content-Type": "application/json" }),
      ...(access !== "" && { Authorization: `Bearer ${access}` }),
    },
    ...(values !== undefined && { body: JSON.stringify(values) }),
  });
}

/** Whether the answer refuses this caller. */
function isRefused({ status }: Answer): boolean {
  return status === 401 || status === 403;
}

async function signedCall(
  realm: Realm,
  asked: HostRequest,
  { keepSignIn = false, takes = [] }: CallOptions<number> = {},
): Promise<JsonObject> {
  const begun = signInOf(realm);
  if (begun === null) throw new Failure(401);
  const first = await ask(realm, asked, begun.access);
  if (!isRefused(first)) return bodyOf(first, takes);
  const renewed = await renew(realm, begun);
  const second = await ask(realm, asked, renewed.access);
  if (isRefused(second) && !keepSignIn) end(realm, renewed);
  return bodyOf(second, takes);
}

/**
 * The object of an answer, an empty one for an empty answer. Only 200 is a success, unless the
 * caller accepts other statuses.
 */
function bodyOf(answer: Answer, takes: readonly number[] = []): JsonObject {
  if (answer.status !== 200 && !takes.includes(answer.status)) throw refusal(answer);
  return answer.body === "" ? {} : objectOf(answer);
}

/** Forgets a sign-in, unless another has replaced it. */
function end(realm: Realm, over: SignIn): void {
  if (isSameSignIn(signInOf(realm), over)) storeAnswer(realm, null);
}

/** The refresh under way in each realm; calls that fail at the same time share it. */
const refreshes = new Map<Realm, { of: string; renewed: Promise<SignIn> }>();

/** A sign-in with a newer access token than the one that was refused. */
function renew(realm: Realm, used: SignIn): Promise<SignIn> {
  const running = refreshes.get(realm);
  if (running?.of === used.refresh) return running.renewed;
  const renewed = alone(
    `refresh ${realm}`,
    () => newerThan(realm, used) ?? refresh(realm, used),
  ).finally(() => {
    if (refreshes.get(realm)?.renewed === renewed) refreshes.delete(realm);
  });
  refreshes.set(realm, { of: used.refresh, renewed });
  return renewed;
}

/**
 * The sign-in that another call or another tab has renewed meanwhile; null when it is unchanged. A
 * call continues only with the sign-in it began with.
 */
function newerThan(realm: Realm, used: SignIn): SignIn | null {
  const now = signInOf(realm);
  if (!isSameSignIn(now, used)) throw new Failure(401);
  return now.access === used.access ? null : now;
}

async function refresh(realm: Realm, used: SignIn): Promise<SignIn> {
  if (used.refresh === "") {
    end(realm, used);
    throw new Failure(401);
  }
  const answer = await ask(
    realm,
    { method: "post", path: "account/refresh", values: { refresh_token: used.refresh } },
    "",
  );
  const newer = newerThan(realm, used);
  if (newer !== null) return newer;
  if (isRefused(answer)) end(realm, used);
  const renewed = { ...used.answer, ...tokensOf(answer) };
  storeAnswer(realm, renewed);
  return signInFrom(renewed);
}

/**
 * The object of an answer to login or refresh, which is valid only with an access token (pages.md
 * B5.2).
 */
function tokensOf(answer: Answer): Wire<Schemas["Tokens"]> {
  const body: Wire<Schemas["Tokens"] & Schemas["Message"]> = bodyOf(answer);
  if (!isSession(body)) throw new Failure(answer.status, text(body.message));
  return body;
}

/**
 * How long a tab waits for another to refresh: one that the system has suspended must not hold up
 * the others.
 */
const LOCK_PATIENCE_MS = 25_000;

/**
 * Lets one tab at a time act, where the browser supports that (only on secure origins). Otherwise,
 * or if a busy browser passes one tab's tokens to another only after its turn has come, two tabs
 * send the same refresh token: the server answers both alike for ten seconds, and ends the sign-in
 * after that (api.md 3.3).
 */
async function alone<T>(name: string, act: () => T | Promise<T>): Promise<T> {
  if (!("locks" in navigator)) return act();
  try {
    return await navigator.locks.request(
      name,
      { signal: AbortSignal.timeout(LOCK_PATIENCE_MS) },
      act,
    );
  } catch (thrown) {
    if (thrown instanceof Failure) throw thrown;
    return act();
  }
}

/** Signs in, replacing any current sign-in. A 200 without an access token is a failed login. */
export async function signIn(realm: Realm, email: string, password: string): Promise<void> {
  storeAnswer(
    realm,
    tokensOf(
      await ask(realm, { method: "post", path: "account/login", values: { email, password } }, ""),
    ),
  );
}

/**
 * Makes a call after which the server no longer knows any sign-in of the account, and forgets the
 * sign-in it was made with. What check-in keeps on this device waits for the next sign-in of the
 * account; with `signsOut` it is deleted.
 */
export async function endSignInBy(
  realm: Realm,
  call: () => Promise<unknown>,
  { signsOut = false } = {},
): Promise<void> {
  const begun = signInOf(realm);
  await call();
  if (begun === null) return;
  if (signsOut && realm === "account") forgetDeviceData(begun.account);
  end(realm, begun);
}

/**
 * Signs out at once on this device, deleting everything that check-in keeps on it, whatever the
 * server answers and even if the page is closed; resolves when the server has answered.
 */
export async function signOut(realm: Realm): Promise<void> {
  const over = signInOf(realm);
  if (over === null) return;
  storeAnswer(realm, null);
  if (realm === "account") forgetDeviceData(over.account);
  const logout = (access: string) =>
    ask(realm, { method: "post", path: "account/logout", keepalive: true }, access);
  try {
    if (!isRefused(await logout(over.access)) || over.refresh === "") return;
    // The access token had expired, but the sign-in had not: a copy of its refresh token would stay
    // valid.
    const tokens = tokensOf(
      await ask(
        realm,
        {
          method: "post",
          path: "account/refresh",
          values: { refresh_token: over.refresh },
          keepalive: true,
        },
        "",
      ),
    );
    await logout(text(tokens.access_token));
  } catch {
    // Nobody is signed in here any more; if the server does not hear of it, it ends the session
    // after a week.
  }
}
