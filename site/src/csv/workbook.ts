/** Reads the sheets of a workbook (xlsx) as texts, as far as results need it. */
import { filesOf, type Unpack } from "./archive";
import { Meter, MOST, type Place, Refused } from "./limits";
import type { TableRow } from "./table";
import { readXml } from "./xml";

/** A sheet as texts, without blank rows; lines are numbered as in the spreadsheet program. */
export interface Sheet {
  name: string;
  rows: readonly TableRow[];
}

/**
 * Reads every visible sheet, in which limits are counted (pages.md C26).
 *
 * @throws {Refused} at the first limit, and for bytes that are not a workbook.
 */
export function readWorkbook(bytes: Uint8Array): Sheet[] {
  try {
    return sheetsOf(bytes, new Meter());
  } catch (thrown) {
    throw thrown instanceof Refused ? thrown : new Refused("bad-workbook");
  }
}

function sheetsOf(bytes: Uint8Array, meter: Meter): Sheet[] {
  const files = filesOf(bytes, meter);
  const { sheets, is1904 } = readBook(fileOf(files, "xl/workbook.xml"), meter);
  const targets = readTargets(
    fileOf(files, "xl/_rels/workbook.xml.rels"),
    new Set(sheets.map(({ relation }) => relation)),
  );
  const book = {
    is1904,
    kinds: readKinds(files.get("xl/styles.xml")),
    shared: readShared(files.get("xl/sharedStrings.xml"), meter),
  };
  return sheets.flatMap(({ name, relation }) => {
    const target = targets.get(relation) ?? "";
    const sheet = files.get(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
    return sheet === undefined ? [] : [{ name, rows: readRows(sheet, name, book, meter) }];
  });
}

function fileOf(files: ReadonlyMap<string, Unpack>, name: string): Unpack {
  const found = files.get(name);
  if (found === undefined) throw new Refused("bad-workbook");
  return found;
}

/** The longest name that spreadsheet programs give a sheet. */
const MOST_NAME = 31;

/** The visible sheets, and which calendar the workbook has. */
function readBook(
  unpack: Unpack,
  meter: Meter,
): { sheets: { name: string; relation: string }[]; is1904: boolean } {
  const sheets: { name: string; relation: string }[] = [];
  let is1904 = false;
  readXml(unpack, {
    open: (element, attributes) => {
      if (element === "workbookPr") is1904 ||= isOn(attributes.date1904);
      if (element !== "sheet") return;
      meter.count("sheets", 1);
      if ((attributes.state ?? "visible") === "visible")
        sheets.push({
          name: (attributes.name ?? "").slice(0, MOST_NAME),
          relation: relationOf(attributes),
        });
    },
  });
  return { sheets, is1904 };
}

/** The names of the files that these relations lead to. */
function readTargets(unpack: Unpack, relations: ReadonlySet<string>): Map<string, string> {
  const targets = new Map<string, string>();
  readXml(unpack, {
    open: (element, { Id = "", Target = "" }) => {
      if (element === "Relationship" && relations.has(Id)) targets.set(Id, Target);
    },
  });
  return targets;
}

function relationOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(":id"))?.[1] ?? "";
}

function isOn(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

/** Texts that cells share, without the phonetic readings of Japanese names. */
function readShared(unpack: Unpack | undefined, meter: Meter): string[] {
  const shared: string[] = [];
  if (unpack === undefined) return shared;
  const text = new RichText();
  readXml(unpack, {
    open: (element) => {
      if (element === "si") text.take();
      text.open(element);
    },
    text: (part) => text.add(part),
    close: (element) => {
      text.close(element);
      if (element !== "si") return;
      meter.count("texts", 1);
      shared.push(text.take());
    },
  });
  return shared;
}

/** Puts together a text of several parts with formats of their own. */
class RichText {
  #text = "";
  #isText = false;
  #isReading = false;

  open(element: string): void {
    if (element === "rPh") this.#isReading = true;
    this.#isText = element === "t" && !this.#isReading;
  }

  add(part: string): void {
    if (this.#isText) this.#text += part;
  }

  close(element: string): void {
    if (element === "rPh") this.#isReading = false;
    this.#isText = false;
  }

  /** The text, which begins anew. */
  take(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }
}

/** How a cell style shows numbers. */
type Kind = "number" | "time" | "date" | "both";

interface Book {
  /** By the number of the style. */
  kinds: readonly Kind[];
  shared: readonly string[];
  is1904: boolean;
}

/** The longest code that a format may have, and the most formats of a workbook. */
const MOST_CODE = 255;
const MOST_FORMATS = 65_536;

function readKinds(unpack: Unpack | undefined): Kind[] {
  const ids: number[] = [];
  if (unpack === undefined) return [];
  const codes = new Map<number, Kind>();
  let isCells = false;
  readXml(unpack, {
    open: (element, { numFmtId, formatCode = "" }) => {
      if (element === "numFmt")
        codes.set(Number(numFmtId), kindOfCode(formatCode.slice(0, MOST_CODE)));
      if (element === "cellXfs") isCells = true;
      if (element === "xf" && isCells) ids.push(Number(numFmtId));
      if (ids.length > MOST_FORMATS || codes.size > MOST_FORMATS) throw new Refused("bad-workbook");
    },
    close: (element) => {
      if (element === "cellXfs") isCells = false;
    },
  });
  return ids.map((id) => codes.get(id) ?? kindOf(id));
}

/** Formats without a code: 14 to 17 are dates, 18 to 21 and 45 to 47 times, 22 both. */
function kindOf(id: number): Kind {
  if (id === 22) return "both";
  if (id >= 14 && id <= 17) return "date";
  return (id >= 18 && id <= 21) || (id >= 45 && id <= 47) ? "time" : "number";
}

function kindOfCode(code: string): Kind {
  // Anything in quotes or after a backslash is shown literally; in brackets only hours, minutes and
  // seconds count.
  const [letters = ""] = code
    .toLowerCase()
    .replace(/"[^"]*"|\\.|_.|\*./g, "")
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/g, "")
    .split(";");
  if (letters.includes("general")) return "number";
  const time = /[hs]|\[m+\]/.test(letters);
  const date = /[dy]/.test(letters) || (!time && letters.includes("m"));
  return time && date ? "both" : time ? "time" : date ? "date" : "number";
}

/** The number of the last line of a sheet. */
const LAST_LINE = 1_048_576;

/** A cell that is being read. */
interface Cell {
  type: string;
  style: number;
  /** Position of its column, from 0. */
  column: number;
  value: string;
}

function readRows(unpack: Unpack, name: string, book: Book, meter: Meter): TableRow[] {
  const rows = new Map<number, string[]>();
  const merged: string[] = [];
  const text = new RichText();
  let line = 0;
  let cells: string[] | null = null;
  let cell: Cell | null = null;
  let isValue = false;
  readXml(unpack, {
    open: (element, { r, t = "n", s = "0", ref = "" }) => {
      if (element === "row") {
        line = lineOf(r) ?? line + 1;
        if (line > LAST_LINE) throw new Refused("bad-workbook");
        cells = [];
      } else if (element === "c" && cells !== null) {
        cell = { type: t, style: Number(s), column: columnOf(r) ?? cells.length, value: "" };
        text.take();
      } else if (element === "mergeCell") {
        meter.count("cells", 1, { sheet: name, line: 0 });
        merged.push(ref);
      }
      isValue = element === "v";
      text.open(element);
    },
    text: (part) => {
      if (isValue && cell !== null) cell.value += part;
      text.add(part);
    },
    close: (element) => {
      isValue = false;
      text.close(element);
      if (element === "c" && cell !== null && cells !== null) {
        const at = { sheet: name, line };
        put(cells, cell.column, cell.type === "inlineStr" ? text.take() : shown(cell, book), at);
        cell = null;
      } else if (element === "row" && cells !== null) {
        const row = isBlank(cells) ? BLANK : cells;
        if (row !== BLANK) meter.countLine(row, { sheet: name, line });
        rows.set(line, row);
        cells = null;
      }
    },
  });
  if (merged.length > 0) fillDown(rows, merged, name, meter);
  return [...rows]
    .filter(([, row]) => !isBlank(row))
    .map(([at, row]) => ({ line: at, cells: row }));
}

/** Stands for every blank row: a sheet may have a million of them. */
const BLANK: string[] = [];

function isBlank(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

/** Writes a cell into a row, with blank ones up to it. */
function put(cells: string[], column: number, value: string, at: Place): void {
  if (column >= MOST.columns) {
    if (value.trim() !== "") throw new Refused("columns", at);
    return;
  }
  while (cells.length < column) cells.push("");
  cells[column] = value;
}

/** A cell merged over lines of a column applies to each; one over columns is one cell. */
function fillDown(
  rows: Map<number, string[]>,
  merged: readonly string[],
  name: string,
  meter: Meter,
): void {
  const all = [...rows.keys()].toSorted((a, b) => a - b);
  const filled = all.filter((line) => rows.get(line) !== BLANK);
  for (const ref of merged) {
    const match = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(ref);
    const column = columnOf(match?.[1]) ?? MOST.columns;
    if (match === null || match[1] !== match[3] || column >= MOST.columns) continue;
    const [first, last] = [Number(match[2]), Number(match[4])];
    const value = rows.get(first)?.[column] ?? "";
    const lines = value === "" ? filled : all;
    for (let index = firstAbove(lines, first); (lines[index] ?? Infinity) <= last; index += 1) {
      const line = lines[index] ?? 0;
      const before = rows.get(line) ?? BLANK;
      const cells = before === BLANK ? [] : before;
      const width = cells.length;
      const at = { sheet: name, line };
      put(cells, column, value, at);
      rows.set(line, cells);
      // Merged cells may overlap: whatever is written again counts again.
      meter.count("lines", before === BLANK ? 1 : 0, at);
      meter.count("cells", 1 + cells.length - width, at);
      meter.count("characters", value.length, at);
    }
  }
}

/** Position of the first number above another, in an ascending list. */
function firstAbove(ascending: readonly number[], number: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ascending[middle] ?? 0) > number) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** A line of a sheet; null for anything else. */
function lineOf(number: string | undefined): number | null {
  const line = Number(number);
  return Number.isInteger(line) && line >= 1 && line <= LAST_LINE ? line : null;
}

/** "BC12" is column 54; null without letters. */
function columnOf(ref: string | undefined): number | null {
  const letters = /^[A-Z]+/.exec(ref ?? "")?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function shown({ type, style, value }: Cell, { kinds, shared, is1904 }: Book): string {
  if (value === "") return "";
  if (type === "s") return shared[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type !== "n") return value;
  const number = Number(value);
  return Number.isFinite(number) ? numberText(number, kinds[style] ?? "number", is1904) : value;
}

/** The last day that spreadsheet programs know, 31 December 9999, and its end. */
const LAST_DAY = 2_958_466;

function numberText(value: number, kind: Kind, is1904: boolean): string {
  if (kind === "number" || value < 0 || value > LAST_DAY) return String(value);
  // A time of more than a day is still a time, even if shown with the date that the program makes
  // of it.
  if (kind === "time" || (kind === "both" && value < 2)) return clockText(value);
  const date = dateText(Math.floor(value), is1904);
  return kind === "date" || value % 1 === 0 ? date : `${date} ${clockText(value % 1)}`;
}

/** Days as hours, minutes and seconds: 1:02:03.4. */
function clockText(days: number): string {
  const all = Math.round(days * 86_400_000);
  const seconds = Math.floor(all / 1000);
  const rest =
    all % 1000 === 0
      ? ""
      : `.${String(all % 1000)
          .padStart(3, "0")
          .replace(/0+$/, "")}`;
  return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}${rest}`;
}

function twoDigits(part: number): string {
  return String(part).padStart(2, "0");
}

/**
 * The day of a number: 1 is 1 January 1900 in one calendar, in which 1900 has a leap day that never
 * existed; 0 is 1 January 1904 in the other.
 */
function dateText(days: number, is1904: boolean): string {
  const base = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days >= 60 ? 30 : 31);
  return new Date(base + days * 86_400_000).toISOString().slice(0, 10);
}
