/** The revisions of an event year, by version (api.md 9.6). */
import { getFile } from "../api/http";
import { type Source, SOURCES } from "../api/sources";
import { type JsonObject, number, objects, text } from "../api/types";
import type { Revision, CorrectedValue, Pair } from "../scoring/revisions";
import type { Corrected } from "./head";
import { isMissing } from "./years";

export interface CorrectedVersion {
  version: number;
  /** When it was made (ISO). */
  at: string;
  /** null for one that this page does not know. */
  source: Source | null;
  lines: Revision[];
  deleted: { distance: string; results: number }[];
  /** The number of further lines in which only the place changed. */
  more: number;
}

/** A part of the history. */
export interface History {
  /** The newest first. */
  versions: CorrectedVersion[];
  /** Path of the file with what came before; null at the beginning. */
  before: string | null;
}

/** Reads a file of the history; a missing file is the end of it. */
export async function loadHistory(file: Corrected["file"]): Promise<History> {
  try {
    const json = await getFile(file);
    const before = text(json.before);
    const folder = file.slice(0, file.lastIndexOf("/") + 1);
    return {
      versions: objects(json.entries).map(readVersion).toReversed(),
      before: before === "" ? null : folder + before,
    };
  } catch (thrown) {
    if (isMissing(thrown)) return { versions: [], before: null };
    throw thrown;
  }
}

function readVersion(json: JsonObject): CorrectedVersion {
  return {
    version: number(json.version),
    at: text(json.at),
    source: SOURCES.find((source) => source === json.source) ?? null,
    lines: objects(json.lines).map(readRevision),
    deleted: (Array.isArray(json.deleted) ? json.deleted : []).flatMap((one: unknown) =>
      Array.isArray(one) ? [{ distance: text(one[0]), results: number(one[1]) }] : [],
    ),
    more: number(json.more),
  };
}

/** The values by their names in the file. */
const FIELDS: readonly (readonly [CorrectedValue | "status", string])[] = [
  ["status", "status"],
  ["time", "time"],
  ["chip", "chip"],
  ["laps", "laps"],
  ["place", "place"],
  ["genderPlace", "gender_place"],
  ["agePlace", "age_place"],
];

function readRevision(json: JsonObject): Revision {
  const pairs = FIELDS.flatMap(([name, field]) => {
    const pair = readPair(json[field]);
    return pair === null ? [] : [[name, pair] as const];
  });
  return {
    bib: text(json.bib),
    distance: text(json.distance),
    ...(typeof json.to_bib === "string" && { toBib: json.to_bib }),
    ...(typeof json.to === "string" && { to: json.to }),
    ...Object.fromEntries(pairs),
  };
}

function readPair(value: unknown): Pair | null {
  return Array.isArray(value) ? [side(value[0]), side(value[1])] : null;
}

function side(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
