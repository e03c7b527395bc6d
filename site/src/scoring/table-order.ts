/** Order of a results table (pages.md A12) and which lines a sort option keeps (A15). */
import { compareAgeGroups } from "../format/age";
import { bibKey, type BibKey, compareBibKeys } from "../format/bib";
import { compareGenderGroups, genderOf } from "../format/gender";
import { compareText } from "../format/text";
import type { Basis, Board, EventType, Line, Row } from "./row";
import { rowKind } from "./row-kind";

/**
 * How a table is sorted: by place, by gender, by gender and age group, or one age group alone (A12,
 * A15).
 */
export type TableSort =
  | { by: "ranking" }
  | { by: "gender" }
  | { by: "age-group" }
  | { by: "show-only"; ageGroup: string };

/**
 * The lines of a board from top to bottom, as a new list (A12). `basis` is the time that ranks
 * (A13).
 */
export function orderTable(
  board: Board,
  eventType: EventType,
  basis: Basis,
  sort: TableSort,
): Line[] {
  const lines =
    sort.by === "show-only"
      ? board.lines.filter((line) => line.row.ageGroup === sort.ageGroup)
      : board.lines;
  const standing =
    eventType === "backyardultra" ? backyardStanding : raceStanding(board, eventType, basis);
  const genders =
    sort.by === "ranking" ? null : rankMap(lines.map(genderGroup), compareGenderGroups);
  const ages =
    sort.by === "age-group"
      ? rankMap(
          lines.map((line) => line.row.ageGroup),
          compareAgeGroups,
        )
      : null;
  const entries = lines.map((line): SortedLine => {
    const numbers = standing(line.row);
    if (ages !== null) numbers.unshift(ages.get(line.row.ageGroup) ?? 0);
    if (genders !== null) numbers.unshift(genders.get(genderGroup(line)) ?? 0);
    return { line, numbers, bib: null };
  });
  return entries.toSorted(compareEntries).map((entry) => entry.line);
}

/**
 * A line with all its sort keys: numbers compared one after the other, then the bib, whose key is
 * made on first use.
 */
export interface SortedLine {
  line: Line;
  numbers: number[];
  bib: BibKey | null;
}

function bibOf(entry: SortedLine): BibKey {
  entry.bib ??= bibKey(entry.line.row.bib);
  return entry.bib;
}

export function compareEntries(a: SortedLine, b: SortedLine): number {
  const length = Math.min(a.numbers.length, b.numbers.length);
  for (let i = 0; i < length; i++) {
    const x = a.numbers[i] ?? 0;
    const y = b.numbers[i] ?? 0;
    if (x !== y) return x < y ? -1 : 1;
  }
  return compareBibKeys(bibOf(a), bibOf(b));
}

function genderGroup(line: Line): string {
  return genderOf(line.row.gender).group;
}

/** Each distinct text with its position in the given order. */
function rankMap(
  texts: readonly string[],
  compare: (a: string, b: string) => number,
): Map<string, number> {
  return new Map([...new Set(texts)].toSorted(compare).map((text, index) => [text, index]));
}

/** Class and order inside the class for distance and time tables (A12), ignoring bibs. */
export function raceStanding(
  board: Board,
  eventType: EventType,
  basis: Basis,
): (row: Row) => number[] {
  const segments = furthestFirst(board.passages);
  return (row) => {
    switch (rowKind(row)) {
      case "dnf":
        return [5];
      case "dns":
        return [6];
      case "start":
        return [4, row.seconds, row.milliseconds];
      case "course":
        return [
          3,
          segments.get(row.segment) ?? segments.size,
          ...rankingTime(row, basis),
          placeOrLast(row),
        ];
      case "finish":
        if (isPlaced(row)) return [1, row.ranking, row.seconds, row.milliseconds];
        return [2, eventType === "time" ? -row.occurrence : 0, ...rankingTime(row, basis)];
    }
  };
}

/** Class and order inside the class for backyard-ultra tables (A12), ignoring bibs. */
function backyardStanding(row: Row): number[] {
  const kind = rowKind(row);
  if (kind === "dnf") return [3];
  if (kind === "dns") return [4];
  if (isPlaced(row)) return [1, row.ranking, -row.occurrence, row.seconds, row.milliseconds];
  return [2, -row.occurrence, row.seconds, row.milliseconds];
}

function isPlaced(row: Row): boolean {
  return row.ranking >= 1 && row.occurrence >= 1;
}

function placeOrLast(row: Row): number {
  return row.ranking >= 1 ? row.ranking : Number.POSITIVE_INFINITY;
}

function rankingTime(row: Row, basis: Basis): [number, number] {
  return basis === "chip"
    ? [row.chipSeconds, row.chipMilliseconds]
    : [row.seconds, row.milliseconds];
}

/**
 * Segment → position, the one first passed latest first; equal passages by name, in reverse order
 * (A12).
 */
function furthestFirst(passages: ReadonlyMap<string, number>): Map<string, number> {
  const ordered = [...passages].toSorted(([a, x], [b, y]) => y - x || compareText(b, a));
  return new Map(ordered.map(([segment], index) => [segment, index]));
}
