/** Small text helpers shared by the rules: blanks, folding for search, comparing. */

/** Trimmed, with inner runs of blanks collapsed to one (pages.md A5, A14). */
export function tidy(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/** Tidied text without case and accents: decomposed, combining marks dropped, lower-cased (A14). */
export function fold(text: string): string {
  const folded = tidy(text);
  if (PLAIN_ASCII.test(folded)) return folded.toLowerCase();
  return folded.normalize("NFD").replace(COMBINING_MARKS, "").toLowerCase();
}

const PLAIN_ASCII = /^[\x20-\x7e]*$/;
const COMBINING_MARKS = /\p{M}+/gu;

/** Order "character by character" (A4, A7): by code unit, never by the viewer's locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
