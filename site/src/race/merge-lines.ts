/** A board with the changes since it was made. */
import { compareLines } from "../scoring/board-order";
import type { Board, EventType, Line } from "../scoring/row";
import type { LineChanges } from "./version-changes";

/**
 * The board with these lines changed, in board order; all others are the same objects. One walk along the lines and no sorting but of the
 * new ones: a phone that follows a race of 30,000 does this every ten seconds.
 */
export function mergeLines(board: Board, { changed, gone }: LineChanges, eventType: EventType): Board {
  const compare = compareLines(eventType);
  const fresh = changed?.lines.toSorted(compare) ?? [];
  const left = new Set([...gone, ...fresh.map(({ row }) => row.bib)]);
  const stays = ({ row }: Line) => !left.has(row.bib);
  const lines: Line[] = [];
  let [next] = fresh;
  let taken = 0;
  for (const line of board.lines) {
    if (!stays(line)) continue;
    while (next !== undefined && compare(next, line) < 0) {
      lines.push(next);
      next = fresh[++taken];
    }
    lines.push(line);
  }
  return {
    distance: board.distance,
    lines: [...lines, ...fresh.slice(taken)],
    passages: changed?.passages ?? board.passages,
    byClock: new Map([...[...(board.byClock ?? [])].filter(([line]) => stays(line)), ...(changed?.byClock ?? [])]),
  };
}
