/** Tables as CSV (pages.md D4). */

/** The byte order mark a downloaded file begins with. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** With one of these a formula begins, also in full width: a part of a regular expression. */
const SIGNS = "[=+\\-@＝＋－＠]";
/** The beginning of a cell that may be run. */
const START = `(?:${SIGNS}|[\\t\\r\\n])`;
/** Behind one of these a cell begins for a spreadsheet that separates cells or lines by it. */
const SEPARATORS = "[;\\t\\r\\n]";
/** The beginning of a part of a cell that may be run. */
const PART = `"*${SIGNS}`;

// Apostrophes that were there before count as well: only then is it known which one was added.
const RISKY_START = new RegExp(`^'*${START}`);
const RISKY_PART = new RegExp(`${SEPARATORS}(?='*${PART})`, "g");
const GUARD = new RegExp(`^'(?='*${START})|(${SEPARATORS})'(?='*${PART})`, "g");
/** Texts that Excel changes: zeros in front, powers of ten, days, and hours with a fraction. */
const CHANGED = /^(?:0\d+|\d+[eE]\d+|\d{1,2}[-/]\d{1,2}|\d+:\d{2}:\d{2}[.,]\d+)$/;
/** Behind a text it stays one. Imports cut it off with the blanks around a cell. */
const TEXT_MARK = "\u00A0";
const PLAIN_NUMBER = /^[+-]?[0-9]+(?:\.[0-9]+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** The text of a file, without byte order mark: headings, then rows; lines end CRLF (D4). */
export function csvText(head: readonly string[], rows: Iterable<readonly string[]>): string {
  let text = csvLine(head);
  for (const row of rows) text += csvLine(row);
  return text;
}

/** A text as Excel does not make something else of it (D4). */
export function asText(text: string): string {
  return CHANGED.test(text) ? text + TEXT_MARK : text;
}

/** `{slug}-{year}-{distance}.csv` (D4); characters no file name may hold become hyphens. */
export function csvFileName(slug: string, year: string, distance: string): string {
  return `${slug}-${year}-${distance}.csv`.replace(/[/\\:*?"<>|\p{Cc}]/gu, "-");
}

function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(",")}\r\n`;
}

/** One field, with quotes where the format needs them. */
function csvField(field: string): string {
  const safe = guarded(field);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

/** A text as no spreadsheet runs it: an apostrophe before each part that one would (D4). */
function guarded(text: string): string {
  const risky = RISKY_START.test(text) && text !== "-" && !PLAIN_NUMBER.test(text);
  return (risky ? "'" : "") + text.replace(RISKY_PART, "$&'");
}

/** The text that was guarded. Blanks around the cell have to be there still. */
export function unguarded(cell: string): string {
  return cell.replace(GUARD, "$1");
}
