/** Changes of the last versions (docs/decisions/snapshot-format.md "Changes"). */
import { asFailure } from "../api/failure";
import { getFile } from "../api/http";
import { isObject, type JsonObject, number, objects, text, texts } from "../api/types";
import type { Board } from "../scoring/row";
import { decodeBoard, movedBibs, passagesOf } from "./board";
import type { Pointer } from "./head";

/** Lines of a distance that are new or different, and the bibs of those that are gone. */
export interface LineChanges {
  distance: string;
  /** First passages over the whole distance; null when they are unchanged. */
  passages: Board["passages"] | null;
  /** Lines given in full; null when there are none. */
  changed: Board | null;
  /**
   * Lines of runners who only moved on, not yet decoded: who they are is known from their previous
   * lines. Null when there are none.
   */
  moved: JsonObject | null;
  gone: readonly string[];
}

/** The changes of a version since an earlier one. */
export interface VersionChanges {
  /** The distances with changed lines; `lines` is how many now, 0 for one that is gone. */
  boards: readonly (LineChanges & { lines: number })[];
  /** Bibs of runners with any other changed row. */
  rows: readonly string[];
}

/** The maximum number of files read to catch up: beyond it, reading everything costs no more. */
const MOST = 5;

/** The changes since a version, oldest first; null when they are not available. */
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

/** Whether anything about a runner changed. */
export function concerns(changes: readonly VersionChanges[], bib: string): boolean {
  return changes.some(
    ({ boards, rows }) =>
      rows.includes(bib) || boards.some((board) => touchedBibs(board).includes(bib)),
  );
}

/** The bibs of all lines that are new, different or gone. */
export function touchedBibs({ changed, moved, gone }: LineChanges): string[] {
  return [
    ...gone,
    ...(changed?.lines.map(({ row }) => row.bib) ?? []),
    ...(moved === null ? [] : movedBibs(moved)),
  ];
}
