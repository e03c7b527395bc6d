/** The table of a backyard once the race is over (pages.md A3). */
import type { Board, Line } from "./row";
import { rowKind } from "./row-kind";

/**
 * The board with rows that count only: the last finish in place of a start that led to no finish,
 * and a DNF for starters without a loop. Rows are chosen in Rust, which has no clock and so cannot
 * know that a loop has run out.
 */
export function afterRace<B extends Board>(board: B): B {
  return { ...board, lines: board.lines.map(afterwards) };
}

function afterwards(line: Line): Line {
  const { row, result } = line;
  const kind = rowKind(row);
  if (kind !== "start" && kind !== "course") return line;
  return result === null
    ? { row: { ...row, type: 30, segment: "", occurrence: 1, ranking: -1 }, result, state: "dnf" }
    : { ...line, row: result };
}
