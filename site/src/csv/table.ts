/** A table as programs write it: cells between commas, semicolons, tabs or bars, and quotes. */
import { unguarded } from "./csv-text";
import { Meter, MOST, Refused } from "./limits";

/** One row of a table. It may span several lines of the file. */
export interface TableRow {
  /** The line where it begins, counted from 1 as in editors. */
  line: number;
  cells: readonly string[];
}

/** A text apart from its rows. */
export interface TextFacts {
  /** The character between cells. */
  delimiter: string;
  /** Lines with quotes in the middle of a cell: their rows are not what was meant. */
  badQuotes: readonly number[];
  /** Line of a quote that is never closed, so that everything after it is one cell; 0 if none. */
  openQuote: number;
  /** Line where the file turns into a web page, as some systems append one; 0 if none. */
  pageFrom: number;
}

/** The rows of a text, without blank ones. */
interface TableText extends TextFacts {
  rows: readonly TableRow[];
}

export interface Table extends TableText {
  /** Trimmed; "" where a column has none. */
  headings: readonly string[];
}

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The first line of some spreadsheets' files names the character between cells. */
const SEPARATOR_LINE = /^sep=([^"\n])\n/i;

/**
 * Reads a text in one pass, in which limits are counted (pages.md C20).
 *
 * @throws {Refused} at the first limit.
 */
export function readText(text: string, meter = new Meter()): TableText {
  // Normalises line ends: files put together from several have more than one kind.
  const plain = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const said = SEPARATOR_LINE.exec(plain);
  const begin = said === null ? 0 : said[0].length;
  const delimiter = said?.[1] ?? delimiterOf(plain);
  const reader = new RowReader(plain, delimiter, begin, said === null ? 1 : 2);
  const found = { rows: [] as TableRow[], badQuotes: [] as number[], openQuote: 0, pageFrom: 0 };
  for (let row = reader.next(); row !== null; row = reader.next()) {
    if (isWebPage(row.cells)) return { ...found, delimiter, pageFrom: row.line };
    if (row.bad) found.badQuotes.push(row.line);
    found.openQuote = row.open;
    if (row.cells.every((cell) => cell.trim() === "")) continue;
    meter.countLine(row.cells, { sheet: "", line: row.line });
    found.rows.push({ line: row.line, cells: row.cells });
  }
  return { ...found, delimiter };
}

/** The facts of rows that were not read from a text. */
export const NO_TEXT: TextFacts = { delimiter: "", badQuotes: [], openQuote: 0, pageFrom: 0 };

/** The first sheet as a table; unless `headed`, every heading is "". */
export function tableOf(
  { sheets, text }: { sheets: readonly Pick<TableText, "rows">[]; text: TextFacts | null },
  headed: boolean,
): Table {
  const { delimiter, badQuotes, openQuote, pageFrom } = text ?? NO_TEXT;
  const facts = { delimiter, badQuotes, openQuote, pageFrom };
  const rows = sheets[0]?.rows ?? [];
  if (headed) {
    const headings = (rows[0]?.cells ?? []).map(plainText);
    return { ...facts, headings, rows: rows.slice(1) };
  }
  const width = Math.max(0, ...rows.slice(0, 100).map(({ cells }) => cells.length));
  return { ...facts, headings: Array.from({ length: width }, () => ""), rows };
}

/** Reads a text as a table, with or without headings. */
export function readTable(text: string, headed = true): Table {
  const found = readText(text);
  return tableOf({ sheets: [found], text: found }, headed);
}

/** A row, and what is wrong with its quotes. */
interface QuotedRow {
  line: number;
  cells: string[];
  /** Whether a quote closes in the middle of a cell. */
  bad: boolean;
  /** Line of a quote that is never closed; 0 if none. */
  open: number;
}

/** Walks through a text once: no library for this can stop within a line. */
class RowReader {
  readonly #text: string;
  readonly #delimiter: number;
  #at: number;
  #line: number;

  constructor(text: string, delimiter: string, begin: number, line: number) {
    this.#text = text;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#at = begin;
    this.#line = line;
  }

  /** The next row that is not empty; null at the end. */
  next(): QuotedRow | null {
    while (this.#skip(LINE_END)) this.#line += 1;
    if (this.#at >= this.#text.length) return null;
    const row: QuotedRow = { line: this.#line, cells: [], bad: false, open: 0 };
    do {
      const cell = this.#cell(row);
      if (row.cells.length < MOST.columns) row.cells.push(cell);
      else if (cell.trim() !== "") throw new Refused("columns", { sheet: "", line: row.line });
    } while (this.#skip(this.#delimiter));
    if (this.#skip(LINE_END)) this.#line += 1;
    return row;
  }

  width(): number {
    const row: QuotedRow = { line: 0, cells: [], bad: false, open: 0 };
    let width = 0;
    do {
      this.#cell(row);
      width += 1;
    } while (this.#skip(this.#delimiter));
    return width;
  }

  #cell(row: QuotedRow): string {
    return this.#isAt(QUOTE) ? this.#quoted(row) : this.#plain();
  }

  #isAt(code: number): boolean {
    return this.#text.charCodeAt(this.#at) === code;
  }

  /** Goes past a character, if it is the next one. */
  #skip(code: number): boolean {
    const found = this.#isAt(code);
    if (found) this.#at += 1;
    return found;
  }

  /** Goes to the end of a cell. */
  #plain(): string {
    const begin = this.#at;
    while (!this.#isEnd()) this.#at += 1;
    return this.#text.slice(begin, this.#at);
  }

  #isEnd(): boolean {
    return this.#at >= this.#text.length || this.#isAt(this.#delimiter) || this.#isAt(LINE_END);
  }

  /** Goes to the end of a cell in quotes. One that does not end a cell is part of it. */
  #quoted(row: QuotedRow): string {
    const line = this.#line;
    const begin = this.#at + 1;
    for (let quote = this.#quote(begin); quote !== -1; quote = this.#quote(this.#at)) {
      this.#at = quote + 1;
      if (this.#skip(QUOTE)) continue;
      while (!this.#isEnd() && isBlank(this.#text.charCodeAt(this.#at))) this.#at += 1;
      if (this.#isEnd()) return this.#text.slice(begin, quote).replaceAll('""', '"');
      row.bad = true;
    }
    this.#countLines(this.#at, this.#text.length);
    this.#at = this.#text.length;
    row.open = line;
    // The cell is the rest of the text: its beginning is enough for a row that cannot be used.
    return this.#text.slice(begin, begin + MOST.cell);
  }

  /** The next quote; counts the lines up to it. */
  #quote(from: number): number {
    const quote = this.#text.indexOf('"', from);
    if (quote !== -1) this.#countLines(from, quote);
    return quote;
  }

  #countLines(from: number, to: number): void {
    for (let at = from; at < to; at += 1)
      if (this.#text.charCodeAt(at) === LINE_END) this.#line += 1;
  }
}

const QUOTE = 0x22;
const LINE_END = 0x0a;

function isBlank(code: number): boolean {
  return code === 0x20 || ((code < 0x20 || code > 0x7e) && String.fromCharCode(code).trim() === "");
}

/** The most characters of a first line in which the character between cells is looked for. */
const MOST_FIRST = 1_000_000;

/** The character that splits the first line into the most cells; a comma for one column. */
function delimiterOf(text: string): string {
  const begin = text.search(/\S/);
  if (begin === -1) return ",";
  const first = text.slice(begin, begin + MOST_FIRST);
  const widths = DELIMITERS.map((delimiter) => new RowReader(first, delimiter, 0, 1).width());
  return DELIMITERS[widths.indexOf(Math.max(...widths))] ?? ",";
}

function isWebPage(cells: readonly string[]): boolean {
  return /^\s*<!doctype html|^\s*<html/i.test(cells[0] ?? "");
}

/** A cell as it is in the file; "" where the row is too short. */
export function cellOf({ cells }: TableRow, column: number | undefined): string {
  return column === undefined ? "" : (cells[column] ?? "");
}

/** A cell's text without blanks around it and a spreadsheet's apostrophes (pages.md D4). */
export function textOf(row: TableRow, column: number | undefined): string {
  return plainText(cellOf(row, column));
}

/** The same of a cell. */
export function plainText(cell: string): string {
  return unguarded(cell).trim();
}

/** The beginning of a cell, for a line of its own: a cell may be as long as a page. */
export function beginning(cell: string): string {
  return cell.length > 60 ? `${cell.slice(0, 60)}…` : cell;
}
