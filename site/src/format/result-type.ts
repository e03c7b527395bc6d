/** Result types (api.md 6.8): who did not finish, and suffixes of places (pages.md A10). */
import { text } from "../text/text";

const SUFFIXES: ReadonlyMap<number, string> = new Map([
  [1, "e"],
  [11, "e"],
  [2, "u"],
  [12, "u"],
  [10, "d"],
  [13, "v"],
  [14, "l"],
]);

/** One suffix with its meaning, for the legend under a table. */
interface SuffixMeaning {
  suffix: string;
  meaning: string;
}

/** Letters in the order of the legend. */
const LETTERS = ["e", "u", "d", "v", "l"] as const;

/** True for result types 3 and 30 (did not finish). */
export function isDnfType(type: number): boolean {
  return type === 3 || type === 30;
}

/** True for result type 31 (did not start). */
export function isDnsType(type: number): boolean {
  return type === 31;
}

/** True for DNF and DNS types, whose times and places are meaningless (A1.4). */
export function isOutType(type: number): boolean {
  return isDnfType(type) || isDnsType(type);
}

/** Suffix of a result type, "" for none (A10.2). */
export function typeSuffix(type: number): string {
  return SUFFIXES.get(type) ?? "";
}

/** The meaning of a suffix: "late start"; "" if it is not a suffix. */
export function suffixMeaning(suffix: string): string {
  const letter = LETTERS.find((known) => known === suffix);
  return letter === undefined ? "" : text.suffixes[letter];
}

/** The suffixes in use among the rows of a table with their meanings, in a fixed order (A10.3). */
export function suffixLegend(rows: Iterable<{ type: number }>): SuffixMeaning[] {
  const used = new Set<string>();
  for (const row of rows) used.add(typeSuffix(row.type));
  return LETTERS.filter((suffix) => used.has(suffix)).map((suffix) => ({
    suffix,
    meaning: text.suffixes[suffix],
  }));
}
