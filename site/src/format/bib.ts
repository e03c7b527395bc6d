/** The order of bibs, the last tie-break of every table and list (pages.md A4). */
import { compareText } from "./text";

/** A bib prepared for comparing many times; made by {@link bibKey}. */
export interface BibKey {
  /** Digits only, so that the bib sorts before all others. */
  numeric: boolean;
  /** Numeric bibs: number of digits without leading zeros. */
  size: number;
  /** Numeric bibs: the digits without leading zeros; others: the upper-cased text. */
  text: string;
  bib: string;
}

/** Prepares a bib for {@link compareBibKeys}; use it wherever many lines are sorted. */
export function bibKey(bib: string): BibKey {
  if (!/^[0-9]+$/.test(bib)) return { numeric: false, size: 0, text: bib.toUpperCase(), bib };
  const text = bib.replace(/^0+/, "");
  return { numeric: true, size: text.length, text, bib };
}

/**
 * Digits-only bibs by value, equal values by shorter text; then the others by upper-cased text
 * (A4).
 */
export function compareBibKeys(a: BibKey, b: BibKey): number {
  if (a.numeric !== b.numeric) return a.numeric ? -1 : 1;
  return (
    a.size - b.size ||
    compareText(a.text, b.text) ||
    (a.numeric ? a.bib.length - b.bib.length : 0) ||
    compareText(a.bib, b.bib)
  );
}

/** {@link compareBibKeys} for single comparisons. */
export function compareBibs(a: string, b: string): number {
  return compareBibKeys(bibKey(a), bibKey(b));
}
