/** What a table draws of its rows (pages.md D3). */

/** Tables up to this many rows are drawn completely (pages.md D3). */
export const WHOLE_LIMIT = 500;

/** A row to draw, or the height of rows that are not drawn. */
export type Drawn<T> = { key: string; row: T; index: number } | { key: string; gap: number };

/** What a table draws. */
export interface Rows<T> {
  drawn: Drawn<T>[];
  /** Whether every row is drawn. */
  whole: boolean;
  /** To be called with each drawn row's element; undefined while nothing has to be measured. */
  measure: ((row: HTMLElement | null) => void) | undefined;
  /**
   * Distance of a row from the top of the document, known also while it is not drawn; undefined for
   * a row that is not there.
   */
  topOf: (index: number) => number | undefined;
}
