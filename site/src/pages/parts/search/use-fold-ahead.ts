import { useEffect } from "react";
import type { Named } from "../../../format/name";
import { nextTask } from "../../../lib/next-task";
import { keyOf } from "../../../lists/search";
import type { Line } from "../../../scoring/row";

/** People folded in one go: some 15 ms on a phone four times slower than a laptop. */
const AT_ONCE = 1_000;

/** Folds names in pieces before somebody types; `peopleOf` is the same at each call. */
export function useFoldAhead<List>(list: List, peopleOf: (list: List) => readonly Named[]): void {
  useEffect(() => {
    const left = new AbortController();
    void foldAhead(peopleOf(list), left.signal);
    return () => left.abort();
  }, [list, peopleOf]);
}

async function foldAhead(people: readonly Named[], left: AbortSignal): Promise<void> {
  for (let at = 0; at < people.length; at += AT_ONCE) {
    // oxlint-disable-next-line no-await-in-loop -- the page answers its visitor between two pieces
    await nextTask();
    if (left.aborted) return;
    people.slice(at, at + AT_ONCE).forEach(keyOf);
  }
}

export function peopleOfBoard({ lines }: { lines: readonly Line[] }): Named[] {
  return lines.flatMap(({ row, result }) =>
    result === null || result === row ? [row] : [row, result],
  );
}

/** {@link peopleOfBoard} for all boards. */
export function peopleOfBoards(boards: readonly { lines: readonly Line[] }[]): Named[] {
  return boards.flatMap(peopleOfBoard);
}
