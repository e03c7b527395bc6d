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
  texts,
  type Year,
} from "../api/types";
import type { DatedYear } from "../lists/year-order";
import type { Finishers } from "../scoring/of-how-many";
import type { Tree } from "./shard";
import { isMissing } from "./years";

/** The last version that corrected something, and the file that describes it. */
export interface Corrected {
  /** Path of the newest file of the history. */
  file: string;
  version: number;
  /** When it was made (ISO). */
  at: string;
}

/** Which version is shown. */
export interface Edition {
  version: number;
  /** The version's number, counted from the year's first version: what people call it. */
  number: number;
  /** null while nothing was corrected. */
  corrected: Corrected | null;
}

/** The small file that names the current version. */
export interface Pointer {
  version: number;
  edition: Edition;
  /** When this version was made: "results as of". */
  updatedAt: string;
  live: boolean;
  /** Differs whenever the head, apart from lines and pieces, says anything new. */
  meta: string;
  /** Paths below the downloads host: head, list of boards (null: in the head), changes. */
  head: string;
  lines: string | null;
  changes: string;
  /** Whether the network was not reached, so that this is the last one seen. */
  kept: boolean;
}

/** One distance with rows, and its first lines to draw at once. */
export interface BoardEntry extends Finishers {
  distance: string;
  lines: number;
  /** null in heads made before November 2026. */
  finished: number | null;
  /** Empty in heads made before December 2026. */
  groups: Finishers["groups"];
  /** A board object with names: the first lines when the head was read, not yet decoded. */
  first: JsonObject;
}

/** Everything about an event year except the lines and rows themselves. */
export interface Head {
  /** Folder of the files it names, ending in a slash, relative to the downloads host. */
  folder: string;
  /** Path of the head that was read. */
  file: string;
  /** The head of the version shown, through which files are read ({@link readNewest}). */
  newest: string;
  event: RaceEvent;
  eventYear: Year;
  years: DatedYear[];
  distances: Distance[];
  segments: Segment[];
  /** Every distinct non-empty age group. */
  ageGroups: string[];
  boards: BoardEntry[];
  /** Where each runner's rows are. */
  shards: Tree;
  /** The files of participants, and how many have a name; null when there are none. */
  people: { files: string[]; named: number } | null;
}

/** Folder of an event year's files. Slugs are case-insensitive. */
function yearFolder(slug: string, year: string): string {
  return `results/${encodeURIComponent(slug.toLowerCase())}/${encodeURIComponent(year)}/`;
}

/** Reads the pointer, always revalidating the browser's cached copy. */
export async function loadPointer(
  slug: string,
  year: string,
  signal?: AbortSignal,
): Promise<Pointer> {
  const { json, kept } = await getKnownFile(`${yearFolder(slug, year)}current.json`, {
    cache: "no-cache",
    ...(signal === undefined ? {} : { signal }),
  });
  const head = text(json.url);
  if (head === "") throw new Failure(200);
  const folder = folderOf(head);
  return {
    version: number(json.version),
    edition: {
      version: number(json.version),
      number: number(json.number),
      corrected: readCorrected(json.history, folder),
    },
    updatedAt: text(json.updated_at),
    live: json.live === true,
    meta: text(json.meta),
    head,
    lines: text(json.lines) === "" ? null : folder + text(json.lines),
    changes: folder + text(json.changes),
    kept,
  };
}

function readCorrected(json: unknown, folder: string): Corrected | null {
  if (!isObject(json) || text(json.file) === "") return null;
  return { file: folder + text(json.file), version: number(json.version), at: text(json.at) };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Reads the head a pointer names; it never changes, so the browser may cache it. */
export async function loadHead({ head, live }: Pick<Pointer, "head" | "live">): Promise<Head> {
  const json = await getFile(head);
  if (!isObject(json.event) || !isObject(json.event_year)) throw new Failure(200);
  return {
    folder: folderOf(head),
    file: head,
    newest: head,
    event: readEvent(json.event),
    eventYear: { ...readYear(json.event_year), live },
    years: objects(json.years).map(readYear),
    distances: objects(json.distances).map(readDistance),
    segments: objects(json.segments).map(readSegment),
    ageGroups: texts(json.age_groups),
    boards: objects(json.boards).map(readBoardEntry),
    shards: json.shards,
    people: isObject(json.people)
      ? { files: texts(json.people.files), named: number(json.people.named) }
      : null,
  };
}

/**
 * Reads files that a head names, through the head of the version shown. If one of them is gone, the
 * newest pointer is read once to find what to read instead: hiding a name removes all files that
 * held it.
 */
export async function readNewest<T>(head: Head, read: (newest: Head) => Promise<T>): Promise<T> {
  const { file, newest, event, eventYear } = head;
  try {
    return await read(
      newest === file ? head : await loadHead({ head: newest, live: eventYear.live }),
    );
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown;
    return read(await loadHead(await loadPointer(event.slug, eventYear.year)));
  }
}

function lists(value: unknown): unknown[][] {
  return Array.isArray(value) ? value.filter((entry) => Array.isArray(entry)) : [];
}

/** How many have finished a distance; null if it is unknown, or still grows. */
export function finishersOf(head: Head, distance: string, live: boolean): Finishers | null {
  return live ? null : (head.boards.find((board) => board.distance === distance) ?? null);
}

function readBoardEntry(json: JsonObject): BoardEntry {
  return {
    distance: text(json.distance),
    lines: number(json.lines),
    finished: typeof json.finished === "number" ? json.finished : null,
    groups: lists(json.groups).map(([gender, ageGroup, finished]) => [
      text(gender),
      text(ageGroup),
      number(finished),
    ]),
    first: isObject(json.first) ? json.first : {},
  };
}
