/**
 * Limits of a file with a table (pages.md C20). Counted while it is read, so that a file that says
 * something else about itself is stopped after the same work: a few kilobytes can unpack to
 * gigabytes, and a single reference names a cell in the last of a million lines.
 */

/** The most that a file may hold of each. */
export const MOST = {
  /** Bytes of the file. */
  bytes: 20_000_000,
  /** Files in a workbook. */
  parts: 50_000,
  /** Bytes of the files in a workbook that are read, unpacked. */
  unpacked: 100_000_000,
  /** Sheets of a workbook, hidden ones included. */
  sheets: 200,
  /** Texts that the cells of a workbook share. */
  texts: 1_000_000,
  /** Columns; blank cells further to the right are left out. */
  columns: 500,
  /** Lines that are not blank, of all sheets. */
  lines: 100_000,
  /** Cells of these lines, the blank ones up to the last one included. */
  cells: 2_000_000,
  /** Characters of a cell, as in spreadsheet programs. */
  cell: 32_767,
  /** Characters of all cells. */
  characters: 20_000_000,
} as const;

export type Limit = keyof typeof MOST;

/** Why a file is not read, apart from limits. */
export type Fault =
  | "empty"
  | "no-text"
  | "workbook"
  | "no-table"
  | "bad-workbook"
  | "declarations"
  | "unreadable";

export interface Place {
  /** Name of the sheet; "" if it has none, or is not about one. */
  sheet: string;
  /** The line; 0 if it is not about one. */
  line: number;
}

/** Why a file is not read, and where that was found. */
export interface Refusal extends Place {
  why: Limit | Fault;
}

const NOWHERE: Place = { sheet: "", line: 0 };

/** A file that is not read. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(why: Limit | Fault, { sheet, line }: Place = NOWHERE) {
    super(why);
    this.refusal = { why, sheet, line };
  }
}

/** Counts what a file holds, and refuses it at the first limit. */
export class Meter {
  readonly #counted = new Map<Limit, number>();

  count(what: Limit, number: number, at: Place = NOWHERE): void {
    const now = (this.#counted.get(what) ?? 0) + number;
    if (now > MOST[what]) throw new Refused(what, at);
    this.#counted.set(what, now);
  }

  countLine(cells: readonly string[], at: Place): void {
    this.count("lines", 1, at);
    this.count("cells", cells.length, at);
    let characters = 0;
    for (const cell of cells) {
      if (cell.length > MOST.cell) throw new Refused("cell", at);
      characters += cell.length;
    }
    this.count("characters", characters, at);
  }
}
