/** Areas whose rule exists in Rust only: the answer is read off the board. */
import { type Area, onBoard } from "./area";
import type { WireRow } from "./wire";

export const AREAS: ReadonlyMap<string, Area> = new Map([
  [
    "row-select",
    onBoard(
      (input: { event_type?: string; rows: WireRow[] }) => ({
        event_type: input.event_type ?? "",
        rows: input.rows,
      }),
      (board) =>
        Object.fromEntries(
          board.lines.map(({ row }) => [row.bib, [row.segment, row.occurrence, row.type]]),
        ),
    ),
  ],
]);
