/** Who leads a distance that nobody has finished yet (pages.md C2). */
import { chipMs, clockMs } from "../format/time";
import type { Basis, Board, Line, Row } from "./row";
import { rowKind } from "./row-kind";
import { compareEntries, type SortedLine, raceStanding } from "./table-order";

/** The leader at the last timing point that anybody has reached. */
interface Leader {
  row: Row;
  /** All who lead: several with the same time and place there. */
  shared: Row[];
  /**
   * By how much they were ahead of the next there, in milliseconds of the time that ranks; null
   * while nobody else has reached the point.
   */
  ahead: number | null;
}

/** The leader of a distance event; null before the first timing point and after the first finish. */
export function leaderOf(board: Board, basis: Basis): Leader | null {
  const [first, second] = firstTwo(board, basis).map(({ row }) => row);
  if (first === undefined || rowKind(first) !== "course") return null;
  const time = basis === "chip" ? chipMs : clockMs;
  const shared = board.lines.flatMap(({ row }) =>
    rowKind(row) === "course" &&
    row.segment === first.segment &&
    row.ranking === first.ranking &&
    time(row) === time(first)
      ? [row]
      : [],
  );
  const isThere = second !== undefined && second.segment === first.segment;
  return { row: first, shared, ahead: isThere ? time(second) - time(first) : null };
}

/** The first two lines of the table that is sorted by ranking, found without ordering the others. */
export function firstTwo(board: Board, basis: Basis): Line[] {
  const standing = raceStanding(board, "distance", basis);
  let best: SortedLine[] = [];
  for (const line of board.lines) {
    const entry = { line, numbers: standing(line.row), bib: null };
    const last = best[1];
    if (last === undefined || compareEntries(entry, last) < 0)
      best = [...best, entry].toSorted(compareEntries).slice(0, 2);
  }
  return best.map(({ line }) => line);
}
