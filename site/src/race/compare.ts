/** What differs between two versions of the boards (pages.md D1.5). */
import { placeText } from "../format/place";
import type { Board, Line, Row } from "../scoring/row";

/** Names one runner among the changes: a bib inside a distance. */
export function runnerKey(distance: string, bib: string): string {
  return `${distance}\n${bib}`;
}

/** Place, time and state: what makes a row count as changed. */
export function essence({ row, state }: Line): string {
  return [placeText(row), state, row.segment, row.occurrence, row.seconds, row.milliseconds, row.chipSeconds, row.chipMilliseconds].join();
}

/** Keys of the runners who are new or whose place, time or state is another. */
export function changedKeys(before: readonly Board[], after: readonly Board[]): string[] {
  return after.flatMap((board) => {
    const old = before.find(({ distance }) => distance === board.distance);
    if (old === board) return [];
    const known = new Map(old?.lines.map((line) => [line.row.bib, essence(line)]));
    return board.lines
      .filter((line) => known.get(line.row.bib) !== essence(line))
      .map((line) => runnerKey(board.distance, line.row.bib));
  });
}

/** Names one passage of one runner among the changes of an individual page. */
export function passageKey({ distance, bib, location, segment, occurrence }: Row): string {
  return [distance, bib, location, segment, occurrence].join("\n");
}

/** Keys of the passages that are new or differ in anything. */
export function changedPassages(before: readonly Row[], after: readonly Row[]): string[] {
  const known = new Map(before.map((row) => [passageKey(row), JSON.stringify(row)]));
  return after.filter((row) => known.get(passageKey(row)) !== JSON.stringify(row)).map(passageKey);
}
