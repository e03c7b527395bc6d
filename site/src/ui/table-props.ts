import type { ReactNode, RefObject } from "react";
import type { Rows } from "./drawn";

/** One column of a table. `T` is the data of a row. */
export interface Column<T> {
  key: string;
  heading: ReactNode;
  /** The full heading if the visible one is shortened. */
  name?: string;
  sorted?: boolean;
  /** Hidden on screens of this size and smaller; its value is then shown in another cell. */
  folds?: "medium" | "small";
  names?: boolean;
  /** Whether its cell carries the mark of a row that changed lately; never folded. */
  marks?: boolean;
  align?: "end";
  /** Width in CSS; the name column takes what is left. */
  width?: string;
  /** Width on small screens, if different. */
  narrow?: string;
  cell: (row: T) => ReactNode;
}

export interface TableList<T> {
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** Whether a row changed lately (pages.md D1.5). */
  changedOf?: (row: T) => boolean;
  /** Called when a row is pressed anywhere; one of its cells has a button for the keyboard. */
  onPress?: (row: T) => void;
  /** The data behind the rows: when it is replaced, the first visible row stays where it is. */
  data: unknown;
}

/** The data for a table. */
export interface TableProps<T> {
  caption: string;
  /** Whether the caption is shown above the table; otherwise it is for screen readers only. */
  captioned?: boolean;
  columns: readonly Column<T>[];
  list: TableList<T>;
  /**
   * On phones a row has two lines: the star is below the place, and the whole row links to the same
   * page as its name.
   */
  compact?: boolean;
  /** Render every row, however many there are: step by step, or "now" for printing. */
  all?: boolean | "now";
  /**
   * Whether there are or will be more rows than are rendered at once: the table is then that of
   * long lists from the beginning.
   */
  long?: boolean;
}

/** The frame around some of the rows. */
export interface FrameProps<T> {
  table: TableProps<T>;
  body: RefObject<HTMLTableSectionElement | null>;
  drawing: Rows<T>;
}
