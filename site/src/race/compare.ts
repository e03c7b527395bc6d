/** The differences between two versions of the boards (pages.md D1.5). */
import { placeText } from "../format/place";
import type { Board, Line, Row } from "../scoring/row";

/** Names one runner among the changes: a bib inside a distance. */
export function runnerKey(distance: string, bib: string): string {
  return `${distance}\n${bib}`;
}

const TOLD = [
  "segment",
  "occurrence",
  "seconds",
  "milliseconds",
  "chipSeconds",
  "chipMilliseconds",
] as const;

/** Place, time and state: what makes a row count as changed. */
export function essence({ row, state }: Line): string {
  return [placeText(row), state, ...TOLD.map((key) => row[key])].join();
}

/** Whether two lines have the same {@link essence}, without building the strings. */
function sameEssence(a: Line, b: Line): boolean {
  return (
    a === b ||
    (a.state === b.state &&
      TOLD.every((key) => a.row[key] === b.row[key]) &&
      samePlace(a.row, b.row))
  );
}

function samePlace(a: Row, b: Row): boolean {
  return (a.ranking === b.ranking && a.type === b.type) || placeText(a) === placeText(b);
}

/** Keys of the runners who are new or whose place, time or state changed. */
export function changedKeys(before: readonly Board[], after: readonly Board[]): string[] {
  return after.flatMap((board) => {
    const old = before.find(({ distance }) => distance === board.distance);
    if (old === board) return [];
    const known = new Map(old?.lines.map((line) => [line.row.bib, line]));
    return board.lines.flatMap((line) => {
      const was = known.get(line.row.bib);
      return was !== undefined && sameEssence(was, line)
        ? []
        : [runnerKey(board.distance, line.row.bib)];
    });
  });
}

/** Names one passage of one runner among the changes of an individual page. */
export function passageKey({ distance, bib, location, segment, occurrence }: Row): string {
  return [distance, bib, location, segment, occurrence].join("\n");
}

/** Keys of the passages that are new or differ in any way. */
export function changedPassages(before: readonly Row[], after: readonly Row[]): string[] {
  const known = new Map(before.map((row) => [passageKey(row), JSON.stringify(row)]));
  return after.filter((row) => known.get(passageKey(row)) !== JSON.stringify(row)).map(passageKey);
}
