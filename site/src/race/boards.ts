/** The boards of an event year: the part of a feed that tables are drawn from. */
import { getFile } from "../api/http";
import type { Board } from "../scoring/row";
import { rowKind } from "../scoring/row-kind";
import { decodeBoard } from "./board";
import { changedKeys } from "./compare";
import type { Part } from "./feed";
import type { BoardEntry, Head } from "./head";
import { nextTask } from "./next-task";

/** One distance's board, possibly its first lines only. */
export interface RaceBoard extends Board {
  /** Runners of the distance, also while only some are here. */
  total: number;
  /** Whether all lines are here. */
  complete: boolean;
}

function whole(board: Board): RaceBoard {
  return { ...board, total: board.lines.length, complete: true };
}

/** The first lines of a distance: drawn when they are all there is, or placed finishers, whom later lines cannot overtake. */
export function firstLines(entry: BoardEntry): RaceBoard {
  const board = decodeBoard(entry.first);
  if (board.lines.length === entry.lines) return whole(board);
  const certain = board.lines.every(({ row }) => rowKind(row) === "finish" && row.ranking >= 1 && row.occurrence >= 1);
  return { ...board, lines: certain ? board.lines : [], total: entry.lines, complete: false };
}

/** One distance with all its lines; nothing is fetched when the head holds them. */
export async function loadBoard(head: Head, entry: BoardEntry): Promise<RaceBoard> {
  const first = firstLines(entry);
  if (first.complete) return first;
  const [board, names] = await Promise.all([getFile(head.folder + entry.board), getFile(head.folder + entry.names)]);
  await nextTask();
  const decoded = whole(decodeBoard(board, names));
  await nextTask();
  return decoded;
}

/** Reads boards and remembers those decoded for the last head, so that a distance that did not change costs nothing. */
export function boardsPart(): Part<RaceBoard[]> {
  let known = new Map<string, RaceBoard>();

  return {
    preview: (head) => head.boards.map((entry) => known.get(fileKey(entry)) ?? firstLines(entry)),
    load: async (head) => {
      const boards = await Promise.all(
        head.boards.map(async (entry) => known.get(fileKey(entry)) ?? loadBoard(head, entry)),
      );
      known = new Map(head.boards.flatMap((entry, index) => {
        const board = boards[index];
        return board === undefined ? [] : [[fileKey(entry), board]];
      }));
      return boards;
    },
    compare: changedKeys,
  };
}

function fileKey(entry: BoardEntry): string {
  return `${entry.board} ${entry.names}`;
}
