/** Tables as CSV (pages.md D4). */

/** The byte order mark a downloaded file begins with. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** With one of these a formula begins, also in full width: a part of a regular expression. */
export const SIGNS = "[=+\\-@＝＋－＠]";
/**
 * Behind one of these a cell begins for a spreadsheet that separates cells by it, or splits lines:
 * a part of a regular expression.
 */
export const SEPARATORS = "[;\\t\\r\\n]";

const RISKY_START = new RegExp(`^(?:${SIGNS}|[\\t\\r\\n])`);
const RISKY_PART = new RegExp(`(${SEPARATORS})(?="*${SIGNS})`, "g");
const PLAIN_NUMBER = /^[+-]?[0-9]+(?:\.[0-9]+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * The text of a file, without the byte order mark: headings, then rows; every line ends CRLF (D4).
 */
export function csvText(head: readonly string[], rows: Iterable<readonly string[]>): string {
  let text = csvLine(head);
  for (const row of rows) text += csvLine(row);
  return text;
}

/** `{slug}-{year}-{distance}.csv` (D4); characters no file name may hold become hyphens. */
export function csvFileName(slug: string, year: string, distance: string): string {
  return `${slug}-${year}-${distance}.csv`.replace(/[/\\:*?"<>|\p{Cc}]/gu, "-");
}

function csvLine(fields: readonly string[]): string {
  return `${fields.map(csvField).join(",")}\r\n`;
}

/**
 * One field: an apostrophe wherever a spreadsheet would run it or, separating cells by something
 * else, a part of it; quotes where the format needs them.
 */
function csvField(field: string): string {
  const risky = RISKY_START.test(field) && field !== "-" && !PLAIN_NUMBER.test(field);
  const safe = (risky ? `'${field}` : field).replace(RISKY_PART, "$1'");
  return NEEDS_QUOTES.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}
