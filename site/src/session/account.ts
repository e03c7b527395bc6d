/**
 * Accounts at their realm's host: one's own, and for administrators other people's (api.md 4.8,
 * 5.2).
 */
import type { Schemas, Wire } from "../api/calls";
import { Failure } from "../api/failure";
import { isObject, objects, type RaceEvent, readEvent, text } from "../api/types";
import { accountSession, endSignInBy, sessions } from "./client";
import { type Key, readKey } from "./keys";
import type { Realm } from "./stored";

/**
 * An account. Its type is "admin", "paid", "free", or "registration", which only the account realm
 * has.
 */
export type Account = Schemas["AccountOut"];

export interface ListedEvent extends RaceEvent {
  /** Whether its public pages show an error. */
  restricted: boolean;
}

/** One's own account and everything that belongs to it. */
export interface AccountOverview {
  account: Account;
  keys: Key[];
  /** One's own events and those of accounts that linked this one; none in the remote realm. */
  events: ListedEvent[];
  /** Accounts that this one has linked; none in the remote realm. */
  linked: Account[];
}

function readListed(json: Wire<Schemas["Event"]>): ListedEvent {
  return { ...readEvent(json), restricted: json.access_restricted === true };
}

function readAccount(json: Wire<Account>): Account {
  return {
    name: text(json.name),
    email: text(json.email),
    type: text(json.type),
    locked: json.locked === true,
  };
}

/** The account of an answer, which must have one. */
function accountOf(answer: { account?: Wire<Account> }): Account {
  if (!isObject(answer.account)) throw new Failure(200);
  return readAccount(answer.account);
}

/** `POST account`: reads one's own account. */
export async function readOverview(realm: Realm): Promise<AccountOverview> {
  const answer: Wire<Schemas["AccountOverview"]> = await sessions[realm].post("account", {});
  return {
    account: accountOf(answer),
    keys: objects(answer.keys).map(readKey),
    events: objects(answer.events).map(readListed),
    linked: objects(answer.linked).map(readAccount),
  };
}

/**
 * `POST r/event`: the events of another account and of those that linked it, for administrators.
 */
export async function readEventsOf(email: string): Promise<RaceEvent[]> {
  return objects((await accountSession.post("r/event", { account_email: email })).events).map(
    readEvent,
  );
}

/**
 * `PUT account/update`: name and type of the account with this e-mail. The type of one's own
 * changes only for administrators.
 */
export async function updateAccount(
  realm: Realm,
  { name, email, type }: Account,
): Promise<Account> {
  return accountOf(await sessions[realm].put("account/update", { account: { name, email, type } }));
}

/** `PUT account/email`: changes one's own. The server ends all sign-ins of the account. */
export function changeEmail(realm: Realm, from: string, to: string): Promise<void> {
  return endSignInBy(realm, () =>
    sessions[realm].put("account/email", { old_email: from, new_email: to }),
  );
}

/**
 * `PUT account/password`: changes one's own. The server ends all sign-ins of the account, unless
 * the old password is wrong.
 */
export function changePassword(realm: Realm, old: string, wanted: string): Promise<void> {
  return endSignInBy(realm, () =>
    sessions[realm].put(
      "account/password",
      { old_password: old, new_password: wanted },
      { keepSignIn: true },
    ),
  );
}

/** `POST account/add`: a new account with its first password. */
export async function addAccount(
  realm: Realm,
  account: { name: string; email: string; type: string },
  password: string,
): Promise<Account> {
  return accountOf(await sessions[realm].post("account/add", { account, password }));
}

/**
 * `PUT account/link`: lets a registration account work with the participants of one's own events.
 */
export async function linkAccount(email: string): Promise<Account> {
  return accountOf(await accountSession.put("account/link", { email }));
}

/** `PUT account/unlink`. */
export async function unlinkAccount(email: string): Promise<void> {
  await accountSession.put("account/unlink", { email });
}

/** `GET account/all`: every account of the realm. */
export async function readAccounts(realm: Realm): Promise<Account[]> {
  return objects((await sessions[realm].get("account/all")).accounts).map(readAccount);
}

/**
 * `POST account/lock` and `account/unlock`: a locked account cannot sign in, and its keys stop
 * working.
 */
export async function lockAccount(realm: Realm, email: string, locked: boolean): Promise<void> {
  await sessions[realm].post(locked ? "account/lock" : "account/unlock", { email });
}

/** `DELETE account/delete`: deletes somebody else's account. */
export async function deleteAccount(realm: Realm, email: string): Promise<void> {
  await sessions[realm].delete("account/delete", { email });
}

/**
 * `POST account/logout/all`: ends every sign-in of one's account on all devices, and removes
 * everything that check-in keeps on this one.
 */
export function signOutEverywhere(realm: Realm): Promise<void> {
  return endSignInBy(realm, () => sessions[realm].post("account/logout/all", {}), {
    signsOut: true,
  });
}
