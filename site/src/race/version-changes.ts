/**
 * What changed in the last versions, for pages that follow the race
 * (docs/decisions/snapshot-format.md "Changes").
 */
import { asFailure } from "../api/failure";
import { getFile } from "../api/http";
import { isObject, type JsonObject, number, objects, text, texts } from "../api/types";
import type { Board } from "../scoring/row";
import { decodeBoard, movedBibs, passagesOf } from "./board";
import type { Pointer } from "./head";

/** Lines of a distance that are new or different, and bibs of those that are no more. */
export interface LineChanges {
  distance: string;
  /** First passages of all of the distance; null when they are what they were. */
  passages: Board["passages"] | null;
  /** Lines that stand here entirely; null when there are none. */
  changed: Board | null;
  /**
   * Lines of runners who only moved on, not decoded: who they are is known from the lines before.
   * Null when there are none.
   */
  moved: JsonObject | null;
  gone: readonly string[];
}

/** What a version changed since one before. */
export interface VersionChanges {
  /**
   * The distances in which a line did; `lines` is their number now, 0 for a distance that is no
   * more.
   */
  boards: readonly (LineChanges & { lines: number })[];
  /** Bibs of runners of whom another row did. */
  rows: readonly string[];
}

/** Most files that are read to catch up: beyond, reading everything costs no more. */
const MOST = 5;

/** What changed since a version, the oldest first; null when that is not to be had. */
export async function loadChanges(
  { changes, version }: Pointer,
  since: number,
): Promise<VersionChanges[] | null> {
  const folder = changes.slice(0, changes.lastIndexOf("/") + 1);
  try {
    return await chain(folder, changes.slice(folder.length), version, since, MOST);
  } catch (thrown) {
    if (asFailure(thrown).status === 0) throw thrown;
    return null;
  }
}

async function chain(
  folder: string,
  file: string,
  version: number,
  since: number,
  most: number,
): Promise<VersionChanges[] | null> {
  if (file === "" || most === 0) return null;
  const json = await getFile(folder + file);
  if (number(json.version) !== version) return null;
  const begin = number(json.since);
  const before =
    begin > since ? await chain(folder, text(json.before), begin, since, most - 1) : [];
  return before && [...before, readVersion(json)];
}

function readVersion(json: JsonObject): VersionChanges {
  return {
    boards: objects(json.boards).map((board) =>
      Object.assign(readLineChanges(board), { lines: number(board.lines) }),
    ),
    rows: texts(json.rows),
  };
}

/** Reads an entry of `boards`, in a lines or a changes file. */
export function readLineChanges(json: JsonObject): LineChanges {
  return {
    distance: text(json.distance),
    passages: Array.isArray(json.passages) ? passagesOf(json.passages) : null,
    changed: isObject(json.changed) ? decodeBoard(json.changed) : null,
    moved: isObject(json.moved) ? json.moved : null,
    gone: texts(json.gone),
  };
}

/** Whether anything of a runner changed. */
export function concerns(changes: readonly VersionChanges[], bib: string): boolean {
  return changes.some(
    ({ boards, rows }) =>
      rows.includes(bib) || boards.some((board) => touchedBibs(board).includes(bib)),
  );
}

/** The bibs of all lines that are new, different or no more. */
export function touchedBibs({ changed, moved, gone }: LineChanges): string[] {
  return [
    ...gone,
    ...(changed?.lines.map(({ row }) => row.bib) ?? []),
    ...(moved === null ? [] : movedBibs(moved)),
  ];
}
