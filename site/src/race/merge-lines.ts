/** A board with the changes since it was made. */
import { compareLines } from "../scoring/board-order";
import type { Board, EventType, Line } from "../scoring/row";
import type { LineChanges } from "./version-changes";

/** A board and what it replaced. */
export interface Merged {
  board: Board;
  /** Lines that are not in it any more; those of some of their runners are other ones now. */
  replaced: Line[];
}

/**
 * The board with these lines changed, in board order; all others are the same objects. Nothing is sorted but the new lines, whose places
 * are looked up: a phone that follows a race of 30,000 does this every ten seconds.
 */
export function mergeLines(board: Board, { changed, gone }: LineChanges, eventType: EventType): Merged {
  const compare = compareLines(eventType);
  const fresh = changed?.lines.toSorted(compare) ?? [];
  const left = new Set([...gone, ...fresh.map(({ row }) => row.bib)]);
  const kept: Line[] = [];
  const replaced: Line[] = [];
  for (const line of board.lines) (left.has(line.row.bib) ? replaced : kept).push(line);
  const lines: Line[] = [];
  let taken = 0;
  for (const line of fresh) {
    const place = placeOf(line, kept, taken, compare);
    for (const stays of kept.slice(taken, place)) lines.push(stays);
    lines.push(line);
    taken = place;
  }
  const byClock = new Map([...(board.byClock ?? []), ...(changed?.byClock ?? [])]);
  for (const line of replaced) byClock.delete(line);
  return {
    board: { distance: board.distance, lines: lines.concat(kept.slice(taken)), passages: changed?.passages ?? board.passages, byClock },
    replaced,
  };
}

/** Where among the lines from `from` on a line belongs: behind those that stand before it. */
function placeOf(line: Line, lines: readonly Line[], from: number, compare: (a: Line, b: Line) => number): number {
  let [low, high] = [from, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = lines[middle];
    if (other !== undefined && compare(other, line) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
