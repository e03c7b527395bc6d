/**
 * A table as spreadsheets and registration systems write it: cells between commas, semicolons, tabs
 * or bars, in quotes where needed.
 */
import Papa from "papaparse";

/** One line of a table. It may run over several lines of the file. */
export interface TableRow {
  /** Where it begins, counted from 1 as editors do. */
  line: number;
  cells: readonly string[];
}

/** A table with headings. */
export interface Table {
  /** Trimmed; "" where a column has none. */
  headings: readonly string[];
  /** Without blank ones. */
  rows: readonly TableRow[];
  /** What stands between cells. */
  delimiter: string;
  /**
   * Lines whose quotes open or close in the middle of a cell: their rows are not what was meant.
   */
  badQuotes: readonly number[];
  /** Line of a quote that is never closed, so that all behind it is one cell; 0 without one. */
  openQuote: number;
  /**
   * Line from which on the file is a web page, which some systems put behind their table; 0 without
   * one.
   */
  pageFrom: number;
}

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The first line of some spreadsheets' files says what stands between cells. */
const SEPARATOR_LINE = /^sep=(.)\n/i;

/**
 * Reads a table. Without headings (`headed` false) its first line is a row, too, and every heading
 * is "".
 */
export function readTable(text: string, headed = true): Table {
  // All ends of lines alike: files that were put together of several have more than one kind.
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

/** What makes the most cells of the first line that is not blank; a comma for a single column. */
function delimiterOf(body: string): string {
  const first = body.replace(/^\s+/, "");
  const widths = DELIMITERS.map(
    (delimiter) =>
      Papa.parse<string[]>(first, { delimiter, newline: "\n", preview: 1 }).data[0]?.length ?? 0,
  );
  return DELIMITERS[widths.indexOf(Math.max(...widths))] ?? ",";
}

/**
 * Each record with the line it begins on: every end of a line inside of one is in one of its cells.
 */
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

/** The text of a cell; "" where the row is shorter. */
export function cellOf({ cells }: TableRow, column: number | undefined): string {
  return column === undefined ? "" : (cells[column] ?? "");
}
