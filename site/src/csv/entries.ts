/** The lines of a file as participants to be sent, and what is wrong in them (api.md 2.5). */
import { type DateOrder, writtenBirthdate } from "../format/birthdate";
import type { Mapping } from "./columns";
import { type Field, FIELDS, LIMITS, type Source, SWITCHES } from "./fields";
import { textOf, type Table, type TableRow } from "./table";

/** A problem in a cell that the user has to know about. */
export interface Problem {
  line: number;
  /** Null for the line as a whole. */
  field: Source | null;
  what:
    | "no-distance"
    | "no-birthdate"
    | "bad-birthdate"
    | "bad-switch"
    | "id-too-long"
    | "cut"
    | "nobody"
    | "bad-quotes"
    | "open-quote"
    | "same-person"
    | "same-name"
    | "same-bib"
    | "bib-taken"
    | "bib-of-other"
    | "several";
  /** The number of the other line it is about, or a limit; 0 for neither. */
  number: number;
}

/** How a file is read, apart from its columns. */
interface Reading {
  dateOrder: DateOrder;
  /** The distance of all lines if no column has it; "" if each line must have one. */
  distance: string;
  /** Maps a distance of the file to the one used here; others stay as they are. */
  distances: ReadonlyMap<string, string>;
}

/** The values of a line: trimmed, cut, "" for an empty cell; fields without a column missing. */
export type Values = Partial<Record<Field, string | boolean>>;

/** One line of the file. */
export interface EntryLine {
  line: number;
  values: Values;
  /** Whether the entry was withdrawn at registration, so that it is left out. */
  removed: boolean;
  problems: Problem[];
  /** Problems despite which the line is imported. */
  notes: Problem[];
}

const YES = new Set(["true", "yes", "y", "t", "1", "x", "on", "si", "sí", "s"]);
const NO = new Set(["", "false", "no", "n", "f", "0", "off", "-"]);

export function readEntries(table: Table, mapping: Mapping<Source>, reading: Reading): EntryLine[] {
  const bad = new Set(table.badQuotes);
  return table.rows.map((row) =>
    readEntry(
      row,
      mapping,
      reading,
      bad.has(row.line) || row.line === table.openQuote ? row.line : 0,
      table.openQuote,
    ),
  );
}

function readEntry(
  row: TableRow,
  mapping: Mapping<Source>,
  reading: Reading,
  brokenAt: number,
  openQuote: number,
): EntryLine {
  const { line } = row;
  const problems: Problem[] = [];
  const notes: Problem[] = [];
  const wrong = (field: Source | null, what: Problem["what"], number = 0) =>
    problems.push({ line, field, what, number });
  const values: Values = {};
  for (const field of FIELDS) {
    if (mapping[field] === undefined) continue;
    const cell = textOf(row, mapping[field]);
    if (SWITCHES.has(field)) {
      const on = switchOf(cell);
      if (on === null) wrong(field, "bad-switch");
      values[field] = cell === "" ? "" : on === true;
    } else {
      values[field] = cell;
    }
  }
  if (brokenAt !== 0) wrong(null, brokenAt === openQuote ? "open-quote" : "bad-quotes");
  const removed = mapping.removed !== undefined && switchOf(textOf(row, mapping.removed)) === true;
  if (typeof values.birthdate === "string")
    values.birthdate = writtenBirthdate(values.birthdate, reading.dateOrder);
  if (values.distance !== undefined)
    values.distance = reading.distances.get(String(values.distance)) ?? values.distance;
  else if (reading.distance !== "") values.distance = reading.distance;
  if ((["bib", "first", "last", "id"] as const).every((field) => (values[field] ?? "") === ""))
    wrong(null, "nobody");
  for (const [field, limit] of Object.entries(LIMITS) as [keyof typeof LIMITS, number][]) {
    const value = values[field];
    if (typeof value !== "string" || value.length <= limit) continue;
    const letters = Array.from(value);
    if (letters.length <= limit) continue;
    if (field === "id") wrong("id", "id-too-long", limit);
    else notes.push({ line, field, what: "cut", number: limit });
    values[field] = letters.slice(0, limit).join("");
  }
  return { line, values, removed, problems, notes };
}

function switchOf(cell: string): boolean | null {
  const word = cell.toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}
