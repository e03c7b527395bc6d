/**
 * Reads the sheets of a workbook (xlsx, OOXML) as tables of texts: what its cells show, as far as
 * results need it.
 */
import { strFromU8, unzipSync } from "fflate";
import type { TableRow } from "./table";

/**
 * A sheet with its cells as texts; blank rows are left out, and lines are numbered as in the
 * spreadsheet program.
 */
export interface Sheet {
  name: string;
  rows: readonly TableRow[];
}

/** Bytes that are not a workbook, or that are too large for a plausible one. */
export class UnreadableWorkbook extends Error {}

/** More than any list of a race needs: a packed file of a few kilobytes may hold gigabytes. */
const MOST_UNPACKED = 150_000_000;
/** The maximum number of columns of a table. */
const MOST_COLUMNS = 500;

/** Reads every visible sheet; fails with {@link UnreadableWorkbook}. */
export function readWorkbook(bytes: Uint8Array): Sheet[] {
  const files = unpack(bytes);
  const book = xmlOf(files, "xl/workbook.xml");
  const targets = new Map(
    elements(xmlOf(files, "xl/_rels/workbook.xml.rels"), "Relationship").map((relation) => [
      relation.getAttribute("Id") ?? "",
      relation.getAttribute("Target") ?? "",
    ]),
  );
  const is1904 = elements(book, "workbookPr").some((properties) =>
    isOn(properties.getAttribute("date1904")),
  );
  const kinds = formatKinds(files);
  const shared = sharedTexts(files);
  return elements(book, "sheet")
    .filter((sheet) => (sheet.getAttribute("state") ?? "visible") === "visible")
    .flatMap((sheet) => {
      const target = targets.get(relationOf(sheet)) ?? "";
      const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      if (!files.has(path)) return [];
      return [
        {
          name: sheet.getAttribute("name") ?? "",
          rows: rowsOf(xmlOf(files, path), { kinds, shared, is1904 }),
        },
      ];
    });
}

/** How a cell style shows numbers. */
type Kind = "number" | "time" | "date" | "both";

interface Book {
  /** By the number of the style. */
  kinds: readonly Kind[];
  shared: readonly string[];
  is1904: boolean;
}

function unpack(bytes: Uint8Array): Map<string, Uint8Array> {
  let size = 0;
  try {
    const found = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.(?:xml|rels)$/i.test(name)) return false;
        size += originalSize;
        if (size > MOST_UNPACKED) throw new UnreadableWorkbook();
        return true;
      },
    });
    return new Map(Object.entries(found));
  } catch {
    throw new UnreadableWorkbook();
  }
}

function xmlOf(files: ReadonlyMap<string, Uint8Array>, path: string): Document {
  const bytes = files.get(path);
  if (bytes === undefined) throw new UnreadableWorkbook();
  const found = new DOMParser().parseFromString(strFromU8(bytes), "application/xml");
  if (found.getElementsByTagName("parsererror").length > 0) throw new UnreadableWorkbook();
  return found;
}

function elements(within: Document | Element, name: string): Element[] {
  return Array.from(within.getElementsByTagNameNS("*", name));
}

function relationOf(sheet: Element): string {
  return (
    Array.from(sheet.attributes).find(
      ({ localName, prefix }) => localName === "id" && prefix !== null,
    )?.value ?? ""
  );
}

function isOn(value: string | null): boolean {
  return value === "1" || value === "true";
}

/**
 * Texts shared by several cells; the phonetic readings of Japanese names beside them are left out.
 */
function sharedTexts(files: ReadonlyMap<string, Uint8Array>): string[] {
  return files.has("xl/sharedStrings.xml")
    ? elements(xmlOf(files, "xl/sharedStrings.xml"), "si").map(textOf)
    : [];
}

function textOf(holder: Element): string {
  return elements(holder, "t")
    .filter((part) => part.parentElement?.localName !== "rPh")
    .map((part) => part.textContent ?? "")
    .join("");
}

function formatKinds(files: ReadonlyMap<string, Uint8Array>): Kind[] {
  if (!files.has("xl/styles.xml")) return [];
  const styles = xmlOf(files, "xl/styles.xml");
  const codes = new Map(
    elements(styles, "numFmt").map((format) => [
      Number(format.getAttribute("numFmtId")),
      format.getAttribute("formatCode") ?? "",
    ]),
  );
  const [cells] = elements(styles, "cellXfs");
  return cells === undefined
    ? []
    : elements(cells, "xf").map((style) => kindOf(Number(style.getAttribute("numFmtId")), codes));
}

/**
 * Formats without a code of their own: 14 to 17 are dates, 18 to 21 and 45 to 47 times, 22 both.
 */
function kindOf(id: number, codes: ReadonlyMap<number, string>): Kind {
  const code = codes.get(id);
  if (code !== undefined) return kindOfCode(code);
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

function rowsOf(sheet: Document, book: Book): TableRow[] {
  const rows = new Map<number, string[]>();
  let last = 0;
  for (const row of elements(sheet, "row")) {
    const line = Number(row.getAttribute("r") ?? last + 1);
    last = line;
    const cells: string[] = [];
    for (const cell of row.children) {
      if (cell.localName !== "c") continue;
      const column = columnOf(cell.getAttribute("r")) ?? cells.length;
      if (column >= MOST_COLUMNS) continue;
      while (cells.length < column) cells.push("");
      cells[column] = shown(cell, book);
    }
    rows.set(line, cells);
  }
  for (const merged of elements(sheet, "mergeCell"))
    fillDown(rows, merged.getAttribute("ref") ?? "");
  return [...rows]
    .filter(([, cells]) => cells.some((cell) => cell.trim() !== ""))
    .map(([line, cells]) => ({ line, cells }));
}

/**
 * A cell merged over several lines of one column applies to each of them; a title merged over
 * several columns is one cell.
 */
function fillDown(rows: ReadonlyMap<number, string[]>, ref: string): void {
  const match = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(ref);
  if (match === null || match[1] !== match[3]) return;
  const column = columnOf(match[1] ?? "") ?? 0;
  const value = rows.get(Number(match[2]))?.[column] ?? "";
  for (const [line, cells] of rows) {
    if (line <= Number(match[2]) || line > Number(match[4])) continue;
    while (cells.length <= column) cells.push("");
    cells[column] = value;
  }
}

/** "BC12" is column 54; null without letters. */
function columnOf(ref: string | null): number | null {
  const letters = /^[A-Z]+/.exec(ref ?? "")?.[0];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function shown(cell: Element, { kinds, shared, is1904 }: Book): string {
  const type = cell.getAttribute("t") ?? "n";
  if (type === "inlineStr") return textOf(cell);
  const value =
    Array.from(cell.children).find(({ localName }) => localName === "v")?.textContent ?? "";
  if (value === "") return "";
  if (type === "s") return shared[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type !== "n") return value;
  const number = Number(value);
  return Number.isFinite(number)
    ? numberText(number, kinds[Number(cell.getAttribute("s") ?? 0)] ?? "number", is1904)
    : value;
}

function numberText(value: number, kind: Kind, is1904: boolean): string {
  if (kind === "number" || value < 0) return String(value);
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
