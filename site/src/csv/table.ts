/**
 * A table as spreadsheets and registration systems write it: cells between commas, semicolons, tabs
 * or bars, in quotes where needed.
 */
import Papa from "papaparse";

/** One row of a table. It may span several lines of the file. */
export interface TableRow {
  /** The line where it begins, counted from 1 as in editors. */
  line: number;
  cells: readonly string[];
}

/** A table with headings. */
export interface Table {
  /** Trimmed; "" where a column has none. */
  headings: readonly string[];
  /** Without blank ones. */
  rows: readonly TableRow[];
  /** The character between cells. */
  delimiter: string;
  /**
   * Lines whose quotes open or close in the middle of a cell: their rows are not what was meant.
   */
  badQuotes: readonly number[];
  /** Line of a quote that is never closed, so that everything after it is one cell; 0 if none. */
  openQuote: number;
  /**
   * Line where the file turns into a web page, which some systems append to their table; 0 if none.
   */
  pageFrom: number;
}

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The first line of some spreadsheets' files names the character between cells. */
const SEPARATOR_LINE = /^sep=(.)\n/i;

/**
 * Reads a table. Without headings (`headed` false) its first line is a row as well, and every
 * heading is "".
 */
export function readTable(text: string, headed = true): Table {
  // Normalises line ends: files put together from several have more than one kind.
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const said = SEPARATOR_LINE.exec(plain);
  const body = said === null ? plain : plain.slice(said[0].length);
  const delimiter = said?.[1] ?? delimiterOf(body);
  const { data, errors } = Papa.parse<string[]>(body, { delimiter, newline: "\n" });
  const begin = said === null ? 1 : 2;
  const records = withLines(data, begin);
  const page = records.findIndex(({ cells }) => isWebPage(cells));
  const before = page === -1 ? records : records.slice(0, page);
  const pageFrom = page === -1 ? 0 : (records[page]?.line ?? 0);
  const inTable = (line: number) => pageFrom === 0 || line < pageFrom;
  const broken = errors
    .filter(({ type }) => type === "Quotes")
    .map(({ code, row, index }) => {
      return {
        open: code === "MissingQuotes",
        line:
          code === "MissingQuotes"
            ? lineAt(body, index ?? 0, begin)
            : (records[row ?? 0]?.line ?? 0),
      };
    });
  const filled = before.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const [head] = filled;
  const width = Math.max(0, ...filled.slice(0, 100).map(({ cells }) => cells.length));
  return {
    headings: headed
      ? (head?.cells ?? []).map((cell) => cell.trim())
      : Array.from({ length: width }, () => ""),
    rows: headed ? filled.slice(1) : filled,
    delimiter,
    badQuotes: [
      ...new Set(broken.filter(({ open, line }) => !open && inTable(line)).map(({ line }) => line)),
    ],
    openQuote: broken.find(({ open, line }) => open && inTable(line))?.line ?? 0,
    pageFrom,
  };
}

/**
 * The character that splits the first line that is not blank into the most cells; a comma for a
 * single column.
 */
function delimiterOf(body: string): string {
  const first = body.replace(/^\s+/, "");
  const widths = DELIMITERS.map(
    (delimiter) =>
      Papa.parse<string[]>(first, { delimiter, newline: "\n", preview: 1 }).data[0]?.length ?? 0,
  );
  return DELIMITERS[widths.indexOf(Math.max(...widths))] ?? ",";
}

/** Each record with the line it begins on, found by counting the line ends inside cells. */
function withLines(records: readonly string[][], begin: number): TableRow[] {
  let line = begin;
  return records.map((cells) => {
    const row = { line, cells };
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 0);
    return row;
  });
}

function lineAt(body: string, index: number, begin: number): number {
  return begin + body.slice(0, index).split("\n").length - 1;
}

function isWebPage(cells: readonly string[]): boolean {
  return /^\s*<!doctype html|^\s*<html/i.test(cells[0] ?? "");
}

/** The text of a cell; "" where the row is too short. */
export function cellOf({ cells }: TableRow, column: number | undefined): string {
  return column === undefined ? "" : (cells[column] ?? "");
}
