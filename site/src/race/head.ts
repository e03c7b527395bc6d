/** The pointer and the head of a published event year (docs/decisions/snapshot-format.md). */
import { Failure } from "../api/failure";
import { getFile, getKnownFile } from "../api/http";
import {
  type Distance,
  isObject,
  type JsonObject,
  number,
  objects,
  type RaceEvent,
  readDistance,
  readEvent,
  readSegment,
  readYear,
  type Segment,
  text,
  type Year,
} from "../api/types";

/** The small file that names the current version. */
export interface Pointer {
  version: number;
  /** When this version was made: "results as of". */
  updatedAt: string;
  live: boolean;
  /** Path of the head, relative to the downloads host. */
  head: string;
  /** The network was not reached: this is the one seen last. */
  kept: boolean;
}

/** One distance with rows: where its board is, and its first lines to draw at once. */
export interface BoardEntry {
  distance: string;
  lines: number;
  /** File names, relative to the head's folder. */
  board: string;
  names: string;
  /** A board object with names, the first lines only; not decoded yet. */
  first: JsonObject;
}

/** Everything of an event year but the lines and rows themselves. */
export interface Head {
  /** Folder of the files it names, ending in a slash, relative to the downloads host. */
  folder: string;
  event: RaceEvent;
  eventYear: Year;
  years: Year[];
  distances: Distance[];
  segments: Segment[];
  /** Every different non-empty age group. */
  ageGroups: string[];
  boards: BoardEntry[];
  shards: string[];
  /** The file of participants, and how many have a name; null when there are none. */
  people: { file: string; named: number } | null;
}

/** Folder of an event year's files. Slugs are compared without regard to case. */
export function yearFolder(slug: string, year: string): string {
  return `results/${encodeURIComponent(slug.toLowerCase())}/${encodeURIComponent(year)}/`;
}

/** Reads the pointer, never from the browser's own store without asking. */
export async function loadPointer(slug: string, year: string, signal?: AbortSignal): Promise<Pointer> {
  const { json, kept } = await getKnownFile(`${yearFolder(slug, year)}current.json`, {
    cache: "no-cache",
    ...(signal === undefined ? {} : { signal }),
  });
  const pointer = {
    version: number(json.version),
    updatedAt: text(json.updated_at),
    live: json.live === true,
    head: text(json.head),
    kept,
  };
  if (pointer.head === "") throw new Failure(200);
  return pointer;
}

/** Reads the head a pointer names; immutable, so the browser keeps it. */
export async function loadHead(pointer: Pointer): Promise<Head> {
  const json = await getFile(pointer.head);
  if (!isObject(json.event) || !isObject(json.event_year)) throw new Failure(200);
  return {
    folder: pointer.head.slice(0, pointer.head.lastIndexOf("/") + 1),
    event: readEvent(json.event),
    eventYear: { ...readYear(json.event_year), live: pointer.live },
    years: objects(json.years).map(readYear),
    distances: objects(json.distances).map(readDistance),
    segments: objects(json.segments).map(readSegment),
    ageGroups: texts(json.age_groups),
    boards: objects(json.boards).map(readBoardEntry),
    shards: texts(json.shards),
    people: isObject(json.people) ? { file: text(json.people.file), named: number(json.people.named) } : null,
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function readBoardEntry(json: JsonObject): BoardEntry {
  return {
    distance: text(json.distance),
    lines: number(json.lines),
    board: text(json.board),
    names: text(json.names),
    first: isObject(json.first) ? json.first : {},
  };
}
