import { compareLines } from "../scoring/board-order";
import type { Board, EventType, Line } from "../scoring/row";
import { decodeMoved } from "./board";
import { type LineChanges, touchedBibs } from "./version-changes";

/** A board after a merge, and the lines it replaced. */
interface Merged {
  board: Board;
  /** Lines that are no longer in it. */
  replaced: Line[];
  /** Lines that were not in it before, some of them of the same runners. */
  fresh: Line[];
}

/**
 * The board with these lines changed, in board order; all other lines stay the same objects. Only
 * the new lines are sorted, and their places are looked up: a phone that follows a race of 30,000
 * does this every ten seconds. Null when somebody moved on who is not in the board.
 */
export function mergeLines(
  board: Board,
  changes: LineChanges,
  eventType: EventType,
): Merged | null {
  const left = new Set(touchedBibs(changes));
  const kept: Line[] = [];
  const replaced: Line[] = [];
  for (const line of board.lines) (left.has(line.row.bib) ? replaced : kept).push(line);
  const { changed, moved, passages } = changes;
  const moves =
    moved === null
      ? null
      : decodeMoved(moved, new Map(replaced.map((line) => [line.row.bib, line])));
  if (moves === null && moved !== null) return null;
  const compare = compareLines(eventType);
  const fresh = [...(changed?.lines ?? []), ...(moves?.lines ?? [])].toSorted(compare);
  const lines: Line[] = [];
  let taken = 0;
  for (const line of fresh) {
    const place = placeOf(line, kept, taken, compare);
    for (const stays of kept.slice(taken, place)) lines.push(stays);
    lines.push(line);
    taken = place;
  }
  const byClock = new Map([
    ...(board.byClock ?? []),
    ...(changed?.byClock ?? []),
    ...(moves?.byClock ?? []),
  ]);
  for (const line of replaced) byClock.delete(line);
  return {
    board: {
      distance: board.distance,
      lines: lines.concat(kept.slice(taken)),
      passages: passages ?? board.passages,
      byClock,
    },
    replaced,
    fresh,
  };
}

/** The position of a line among the lines from `from` on: behind all lines that sort before it. */
function placeOf(
  line: Line,
  lines: readonly Line[],
  from: number,
  compare: (a: Line, b: Line) => number,
): number {
  let [low, high] = [from, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = lines[middle];
    if (other !== undefined && compare(other, line) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
