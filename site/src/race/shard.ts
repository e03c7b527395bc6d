/** Shards: every row of some runners (docs/decisions/snapshot-format.md "Tree", "Shard"). */
import { getFile } from "../api/http";
import type { Row } from "../scoring/row";
import { type JsonObject, number, objects, text } from "../api/types";

/** One runner, a bib inside one distance, with all rows, in the order of the answer. */
export interface Runner
  extends Pick<Row, "bib" | "first" | "last" | "anonymous" | "gender" | "age" | "ageGroup"> {
  distance: string;
  division: string;
  rows: Row[];
}

/** The runners of a shard: entries of one bib in one distance are one (pages.md A1.2). */
export function decodeShard(json: JsonObject): Runner[] {
  const runners = new Map<string, Runner>();
  for (const entry of decodeEntries(json)) {
    const key = `${entry.distance}\n${entry.bib}`;
    const known = runners.get(key);
    if (known === undefined) runners.set(key, entry);
    else known.rows.push(...entry.rows);
  }
  return [...runners.values()];
}

function decodeEntries(json: JsonObject): Runner[] {
  return objects(json.runners).map((entry) => {
    const person = {
      // surrounding blanks are not part of a bib (A1.2); the address has none either
      bib: text(entry.bib).trim(),
      first: text(entry.first),
      last: text(entry.last),
      anonymous: entry.anonymous === true,
      gender: text(entry.gender),
      age: number(entry.age),
      ageGroup: text(entry.age_group),
      distance: text(entry.distance),
      division: text(entry.division),
    };
    const rows = Array.isArray(entry.rows) ? entry.rows.filter(Array.isArray) : [];
    return Object.assign({ rows: rows.map((fields) => decodeRow(person, fields)) }, person);
  });
}

function decodeRow(person: Omit<Runner, "rows">, fields: readonly unknown[]): Row {
  return {
    ...person,
    segment: text(fields[0]),
    location: text(fields[1]),
    occurrence: number(fields[2]),
    seconds: number(fields[3]),
    milliseconds: number(fields[4]),
    chipSeconds: number(fields[5]),
    chipMilliseconds: number(fields[6]),
    ranking: number(fields[7]),
    ageRanking: number(fields[8]),
    genderRanking: number(fields[9]),
    finish: fields[10] === 1,
    type: number(fields[11]),
    localTime: text(fields[12]),
    divisionRanking: number(fields[13]),
  };
}

/** Where the shards are: a file's name, a fork into two trees, or null where nobody is. */
export type Tree = unknown;

/** Path of a bib's shard; null if there is none. A large race's tree has several files. */
export async function findShard(folder: string, tree: Tree, bib: string): Promise<string | null> {
  return descend(folder, tree, hashOf(bib));
}

async function descend(folder: string, tree: Tree, hash: number): Promise<string | null> {
  let [node, bits] = [tree, hash];
  while (Array.isArray(node)) {
    node = node[bits & 1] as Tree;
    bits >>>= 1;
  }
  if (typeof node !== "string") return null;
  const path = folder + node;
  return node.startsWith("t-") ? descend(folder, (await getFile(path)).tree, bits) : path;
}

/** FNV-1a, 32 bits, of a trimmed text's UTF-8, such as a bib's. */
export function hashOf(value: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(value.trim())) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return hash;
}
