/** The rows that a table renders (pages.md D3). */

/** Tables with up to this many rows are rendered completely (pages.md D3). */
export const WHOLE_LIMIT = 500;

/** A row to render, or the height of rows that are not rendered. */
export type Drawn<T> = { key: string; row: T; index: number } | { key: string; gap: number };

export interface Rows<T> {
  drawn: Drawn<T>[];
  /** Whether every row is rendered. */
  whole: boolean;
  /** To be called with each rendered row's element; undefined while nothing has to be measured. */
  measure: ((row: HTMLElement | null) => void) | undefined;
  /**
   * Distance of a row from the top of the document, known even while it is not rendered; undefined
   * for a row that does not exist.
   */
  topOf: (index: number) => number | undefined;
}
