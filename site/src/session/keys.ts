/** API keys of one's own account (api.md 2.8, 4.9, 5.2). */
import type { Schemas, Wire } from "../api/calls";
import { Failure } from "../api/failure";
import { isObject, objects, text } from "../api/types";
import { sessions } from "./client";
import type { Realm } from "./stored";

/** The fields of a key that can be changed. */
export interface KeySettings {
  name: string;
  /** "read", "write" or "delete". */
  type: string;
  /** Host names separated by commas; "" for any. Always "" in the remote realm. */
  allowedHosts: string;
  /** A date and time, or a date; "" for a key that never expires. */
  validUntil: string;
}

export interface Key extends KeySettings {
  /** The secret itself. */
  value: string;
}

export function readKey(json: Wire<Schemas["KeyOut"]>): Key {
  return {
    name: text(json.name),
    value: text(json.value),
    type: text(json.type),
    allowedHosts: text(json.allowed_hosts),
    validUntil: text(json.valid_until),
  };
}

function written(realm: Realm, { name, type, allowedHosts, validUntil }: KeySettings) {
  return {
    name,
    type,
    valid_until: validUntil,
    ...(realm === "account" && { allowed_hosts: allowedHosts }),
  };
}

/** The key of an answer, which must have one. */
function keyOf(answer: { key?: Wire<Schemas["KeyOut"]> }): Key {
  if (!isObject(answer.key)) throw new Failure(200);
  return readKey(answer.key);
}

/** `POST key/add`. */
export async function addKey(realm: Realm, settings: KeySettings): Promise<Key> {
  return keyOf(await sessions[realm].post("key/add", { key: written(realm, settings) }));
}

/** `PUT key/update`: updates the key with this value. */
export async function updateKey(realm: Realm, value: string, settings: KeySettings): Promise<Key> {
  return keyOf(
    await sessions[realm].put("key/update", { key: { value, ...written(realm, settings) } }),
  );
}

/** `DELETE key/delete`. */
export async function deleteKey(realm: Realm, value: string): Promise<void> {
  await sessions[realm].delete("key/delete", { key: value });
}

/** How a key was used, as far as is known. */
export interface KeyUse {
  /** The day of the last call made with it (in UTC, as "2026-05-02"); "" if unknown. */
  day: string;
  /** Remote realm only: the read with the latest time that was stored with it. */
  lastRead: LastRead | null;
}

/** A read of a bib or chip. */
interface LastRead {
  isBib: boolean;
  identifier: string;
  /** By the reader's clock, as an ISO text. */
  at: string;
}

export type KeysUsed = ReadonlyMap<string, KeyUse>;

/** `POST key/used`. */
export async function readKeysUsed(realm: Realm): Promise<KeysUsed> {
  const { keys } = await sessions[realm].post("key/used", {});
  return new Map(
    objects(keys).map((json) => [
      text(json.value),
      { day: text(json.last_used), lastRead: readLastRead(json.last_read) },
    ]),
  );
}

function readLastRead(json: Wire<Schemas["KeyUsed"]>["last_read"]): LastRead | null {
  if (!isObject(json)) return null;
  const at = new Date(Number(json.seconds) * 1000);
  // A reader's clock may say anything.
  if (Number.isNaN(at.getTime())) return null;
  return {
    isBib: json.ident_type === "bib",
    identifier: text(json.identifier),
    at: at.toISOString(),
  };
}
