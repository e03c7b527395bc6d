/**
 * The previous-standings file of the youth series (pages.md C12 "Reading the file", api.md 9.2).
 */
import { youthBand } from "../format/age";
import { fullName } from "../format/name";
import { fold } from "../format/text";

/** One person of the file. */
export interface Standing {
  /** "First Last" as written, spaced as in A5. */
  name: string;
  tiger: number;
  seward: number;
  /** Highest score of the series so far. */
  highest: number;
  /** Age of the category; 0 if unknown. */
  age: number;
  /** "W", "M", "X" or "" (unknown). */
  gender: string;
  /** Youth band of the age; "" without one. */
  band: string;
}

/** Equal for names that count as one, in the file and in the results: folded, without breaks. */
export function standingKey(name: string): string {
  return fold(name).replaceAll(" ", "") || name.toLowerCase();
}

/** People in a standings file; a later row with the same name replaces an earlier one. */
export function readStandings(text: string): Standing[] {
  const [head = [], ...rows] = csvRows(text.replace(/^\uFEFF/, ""));
  const headings = head.map((cell) => cell.trim().toLowerCase());
  const people = new Map<string, Standing>();
  for (const row of rows) {
    const cell = (heading: string) => row[headings.indexOf(heading)]?.trim() ?? "";
    if (cell("first") === "" || cell("last") === "") continue;
    const standing = standingOf(cell);
    people.set(standingKey(standing.name), standing);
  }
  return [...people.values()];
}

function standingOf(cell: (heading: string) => string): Standing {
  const [, gender = "", group = ""] = cell("category").split(/\s+/);
  const age = AGES.find(([pattern]) => pattern.test(group))?.[1] ?? 0;
  return {
    name: fullName(cell("first"), cell("last")),
    tiger: score(cell("tiger score")),
    seward: score(cell("seward score")),
    highest: score(cell("highest score")),
    age,
    gender: GENDERS.get(gender.toLowerCase()) ?? "X",
    band: youthBand(age),
  };
}

const GENDERS: ReadonlyMap<string, string> = new Map([
  ["female", "W"],
  ["male", "M"],
  ["unknown", ""],
  ["", ""],
]);

const AGES: readonly (readonly [RegExp, number])[] = [
  [/^8/, 8],
  [/^9-10$/, 10],
  [/^11-12$/, 12],
  [/^13-14$/, 14],
  [/^15-16$/, 16],
  [/^17-18$/, 18],
];

/** A decimal number; anything else is 0. */
function score(text: string): number {
  return /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i.test(text) ? Number(text) : 0;
}

/**
 * Comma-separated cells with optional double quotes; lines end in LF or CRLF; blank lines are
 * skipped.
 */
function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /[ \t]*"((?:[^"]|"")*)"[ \t]*(?=,|\r?\n|\r?$)|([^,\n]*)/gy;
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    cell.lastIndex = at;
    const match = cell.exec(text);
    row.push(match?.[1]?.replace(/""/g, '"') ?? match?.[2] ?? "");
    at += match?.[0].length ?? 0;
    if (text.startsWith("\r", at)) at += 1;
    if (text[at] !== ",") {
      if (row.some((value) => value.trim() !== "")) rows.push(row);
      row = [];
    }
    at += 1;
  }
  return rows;
}
