/** The boards of an event year: the part of a feed that tables are drawn from. */
import { Failure } from "../api/failure";
import { getFile } from "../api/http";
import { objects, text } from "../api/types";
import { compareText } from "../format/text";
import { nextTask } from "../lib/next-task";
import { markWholeSeconds } from "../scoring/rank-by";
import { type Board, eventTypeOf, type Line } from "../scoring/row";
import { rowKind } from "../scoring/row-kind";
import { beginBoard, decodeBoard } from "./board";
import { changedKeys, essence, runnerKey } from "./compare";
import type { Followed, Part } from "./feed";
import type { BoardEntry, Head, Pointer } from "./head";
import { mergeLines } from "./merge-lines";
import { type LineChanges, readLineChanges, type VersionChanges } from "./version-changes";

/** One distance's board, possibly its first lines only. */
export interface RaceBoard extends Board {
  /** Number of runners in the distance, even while only some are loaded. */
  total: number;
  /** Whether all lines are loaded. */
  complete: boolean;
}

/** Where a distance's lines are: files of an earlier version, and the changes since. */
export interface LinesEntry extends LineChanges {
  /** File names, relative to the head's folder; "" where there are none. */
  board: string;
  names: string;
}

function whole(board: Board): RaceBoard {
  return { ...board, total: board.lines.length, complete: true };
}

/** The board as {@link markWholeSeconds} marks it; not while a race is live. */
function marked({ event, eventYear }: Head, board: RaceBoard): RaceBoard {
  if (eventYear.live && !board.lines.some(({ row }) => row.wholeSeconds)) return board;
  markWholeSeconds(
    eventTypeOf(event.type),
    eventYear.live,
    board.lines.flatMap(({ row, result }) => (result === null ? [row] : [row, result])),
  );
  return board;
}

function noLines(distance: string): Board {
  return { distance, lines: [], passages: new Map() };
}

/** The first lines, if they are all, or placed finishers, whom no later line overtakes. */
export function firstLines(entry: BoardEntry): RaceBoard {
  const board = decodeBoard(entry.first);
  if (board.lines.length === entry.lines) return whole(board);
  const certain = board.lines.every(
    ({ row }) => rowKind(row) === "finish" && row.ranking >= 1 && row.occurrence >= 1,
  );
  return { ...board, lines: certain ? board.lines : [], total: entry.lines, complete: false };
}

/** The boards as far as the head has them. */
function previewOf(head: Head): RaceBoard[] {
  return head.boards.map((entry) => marked(head, firstLines(entry)));
}

/** Reads where the boards of a version are, when the head does not hold them. */
export async function loadLines({ lines }: Pointer): Promise<LinesEntry[]> {
  if (lines === null) return [];
  const json = await getFile(lines);
  return objects(json.boards).map((entry) =>
    Object.assign(readLineChanges(entry), { board: text(entry.board), names: text(entry.names) }),
  );
}

/** A distance with all its lines; `known` holds the files that are decoded already. */
export async function loadBoard(
  head: Head,
  entry: BoardEntry,
  lines: readonly LinesEntry[],
  known: Map<string, Board>,
): Promise<RaceBoard> {
  const first = firstLines(entry);
  if (first.complete) return marked(head, first);
  const there = lines.find(({ distance }) => distance === entry.distance);
  if (there === undefined) throw new Failure(200);
  const files = fileKey(there);
  const before = known.get(files) ?? (await loadFiles(head.folder, there));
  known.set(files, before);
  const merged = mergeLines(before, there, eventTypeOf(head.event.type));
  if (merged === null) throw new Failure(200);
  return marked(head, whole(merged.board));
}

async function loadFiles(folder: string, { distance, board, names }: LinesEntry): Promise<Board> {
  if (board === "") return noLines(distance);
  const [columns, texts] = await Promise.all([getFile(folder + board), getFile(folder + names)]);
  const { board: decoded, more } = beginBoard(columns, texts);
  do {
    // oxlint-disable-next-line no-await-in-loop -- the page answers its visitor between two pieces
    await nextTask();
  } while (more(AT_ONCE));
  await nextTask();
  return decoded;
}

/** Lines decoded in one go: some 40 ms on a phone four times slower than a laptop. */
const AT_ONCE = 8_000;

function fileKey({ distance, board, names }: LinesEntry): string {
  return [distance, board, names].join("\n");
}

/** Reads boards and remembers the files that the last version was made of. */
export function boardsPart(): Part<RaceBoard[]> {
  let known = new Map<string, Board>();

  return {
    preview: previewOf,
    load: async (opening, pointer) => {
      const [head, lines] = await Promise.all([
        opening,
        pointer === null ? [] : loadLines(pointer),
      ]);
      const boards = await Promise.all(
        head.boards.map((entry) => loadBoard(head, entry, lines, known)),
      );
      const used = new Set(lines.map(fileKey));
      known = new Map([...known].filter(([files]) => used.has(files)));
      return boards;
    },
    follow: followBoards,
    compare: changedKeys,
  };
}

/** Boards as the head has them; in full only where later lines could overtake the first. */
export function firstLinesPart(): Part<RaceBoard[]> {
  const all = boardsPart();
  return {
    ...all,
    load: async (opening, pointer) => {
      const boards = previewOf(await opening);
      return boards.every(({ lines, total }) => lines.length > 0 || total === 0)
        ? boards
        : all.load(opening, pointer);
    },
    // the changes may have brought others among the first
    follow: async (head, data, changes) =>
      data.every(({ complete }) => complete) ? all.follow(head, data, changes) : null,
  };
}

/** Boards and head with the changes; null when these do not fit or end in another length. */
async function followBoards(
  head: Head,
  boards: RaceBoard[],
  changes: readonly VersionChanges[],
): Promise<Followed<RaceBoard[]> | null> {
  const steps = changes.flatMap((version) => version.boards);
  if (steps.length === 0) return { head, data: boards, changed: [] };
  const differences = new Differences();
  const byDistance = new Map(boards.map((board) => [board.distance, board]));
  for (const step of steps) {
    const { distance, lines } = step;
    const merged = mergeLines(
      byDistance.get(distance) ?? noLines(distance),
      step,
      eventTypeOf(head.event.type),
    );
    if (merged === null) return null;
    const board = marked(head, whole(merged.board));
    differences.add(merged.replaced, merged.fresh);
    if (board.total !== lines) return null;
    if (lines === 0) byDistance.delete(distance);
    else byDistance.set(distance, board);
    // oxlint-disable-next-line no-await-in-loop -- the page answers its visitor between two boards
    await nextTask();
  }
  const data = [...byDistance.values()].toSorted((a, b) => compareText(a.distance, b.distance));
  return { head: followedHead(head, data, steps), data, changed: differences.keys() };
}

/** The lines that differ in the end, over several changes. */
class Differences {
  readonly #before = new Map<string, string>();
  readonly #after = new Map<string, string>();

  add(before: readonly Line[], after: readonly Line[]): void {
    for (const line of before) {
      const key = keyOf(line);
      if (!this.#after.has(key)) this.#before.set(key, essence(line));
      this.#after.set(key, "");
    }
    for (const line of after) this.#after.set(keyOf(line), essence(line));
  }

  /** Keys of runners who are new or whose place, time or state changed. */
  keys(): string[] {
    return [...this.#after].flatMap(([key, now]) =>
      now === "" || this.#before.get(key) === now ? [] : [key],
    );
  }
}

function keyOf({ row }: Line): string {
  return runnerKey(row.distance, row.bib);
}

/** The head with the changes of its tables; its age groups may keep one that is empty. */
function followedHead(
  head: Head,
  boards: readonly RaceBoard[],
  steps: readonly LineChanges[],
): Head {
  const groups = steps.flatMap(
    ({ changed }) => changed?.lines.map(({ row }) => row.ageGroup) ?? [],
  );
  return {
    ...head,
    ageGroups: [...new Set([...head.ageGroups, ...groups.filter((group) => group !== "")])],
    boards: boards.map(({ distance, total }) => ({
      distance,
      lines: total,
      finished: null,
      groups: [],
      first: {},
    })),
  };
}
