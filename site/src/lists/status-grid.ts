/** Status page: who has started, finished or stopped (pages.md C5). */
import { compareBibs } from "../format/bib";
import { text } from "../text/text";
import type { Line, State } from "../scoring/row";

/** 0 not started (also DNS), 1 started, 2 finished, 3 did not finish (C5.4). */
export type CellState = 0 | 1 | 2 | 3;

export interface StatusCell {
  number: number;
  /** 0 too where nobody of the distance has the number. */
  state: CellState;
  /** The bib as text, for the link; null without a row. */
  bib: string | null;
  /** Whether somebody of the distance has the number: with a row, or entered. */
  taken: boolean;
}

/** A row of ten cells, or a gap in which nobody has a number, both numbers inclusive. */
export type GridRow =
  | { kind: "cells"; cells: StatusCell[] }
  | { kind: "gap"; from: number; to: number };

/** One entry of the two simple lists. */
export interface StatusEntry {
  bib: string;
  state: CellState;
  /** Whether there is a row, and so a page of the runner. */
  seen: boolean;
}

/** The status of one distance: a message, or a grid, or a message with the two lists (C5). */
interface Status {
  message: string;
  grid: GridRow[];
  notNumbers: StatusEntry[];
  numbers: StatusEntry[];
}

const PER_ROW = 10;
const GAP_ROWS = 10;
const NUMBER = /^[0-9]{1,9}$/;
const CELL_STATES: Readonly<Record<State, CellState>> = {
  "not-started": 0,
  dns: 0,
  started: 1,
  finished: 2,
  dnf: 3,
};
/** Bibs of one value share a cell: DNF before DNS, finished, started. */
const PRECEDENCE: Readonly<Record<State, number>> = {
  dnf: 4,
  dns: 3,
  finished: 2,
  started: 1,
  "not-started": 0,
};

/** The state a runner's cell shows (C5.4). */
function cellState(state: State): CellState {
  return CELL_STATES[state];
}

/** The status of a distance from its lines and the bibs of entrants without a row (C5). */
export function statusOf(lines: readonly Line[], unseen: readonly string[] = []): Status {
  if (lines.length === 0)
    return { message: text.status.none, grid: [], notNumbers: [], numbers: [] };
  const entries = [
    ...lines.map((line) => ({ bib: line.row.bib, state: cellState(line.state), seen: true })),
    ...unseen.map((bib): StatusEntry => ({ bib, state: 0, seen: false })),
  ].toSorted((a, b) => compareBibs(a.bib, b.bib));
  const notNumbers = entries.filter(({ bib }) => !NUMBER.test(bib));
  if (notNumbers.length === 0)
    return { message: "", grid: statusGrid(lines, unseen), notNumbers: [], numbers: [] };
  const numbers = entries.filter(({ bib }) => NUMBER.test(bib));
  return { message: text.status.notNumber, grid: [], notNumbers, numbers };
}

/**
 * The bibs of a distance's entrants of whom the race has no row (C5.5). Who is entered without a
 * distance is of the only one there is.
 */
export function unseenBibs(
  entrants: readonly { bib: string; distance: string }[],
  distance: string,
  boards: readonly { lines: readonly Line[] }[],
): string[] {
  const distances = boards.length === 1 ? [distance, ""] : [distance];
  const bibs = entrants
    .filter((entrant) => distances.includes(entrant.distance.trim()))
    .map(({ bib }) => bib.trim());
  const seen = new Set(["", ...boards.flatMap(({ lines }) => lines.map(({ row }) => row.bib))]);
  return [...new Set(bibs)].filter((bib) => !seen.has(bib));
}

/** Number of runners in each state, for the key above the grids (C5). */
export function countStates(lines: Iterable<Line>): Record<State, number> {
  const counts: Record<State, number> = {
    "not-started": 0,
    started: 0,
    finished: 0,
    dnf: 0,
    dns: 0,
  };
  for (const line of lines) counts[line.state] += 1;
  return counts;
}

/** Rows of ten from the lowest to the highest bib; ten or more empty ones are a gap (C5.2). */
function statusGrid(lines: readonly Line[], unseen: readonly string[]): GridRow[] {
  const cells = cellsByNumber(lines);
  for (const number of unseen.map(Number))
    if (!cells.has(number)) cells.set(number, { number, state: 0, bib: null, taken: true });
  const taken = [...cells.keys()].toSorted((a, b) => a - b);
  const lowest = taken[0] ?? 0;
  const rowOf = (number: number) => Math.floor((number - lowest) / PER_ROW);
  const grid: GridRow[] = [];
  let next = 0;
  for (const row of new Set(taken.map(rowOf))) {
    if (row - next >= GAP_ROWS) {
      grid.push({ kind: "gap", from: lowest + next * PER_ROW, to: lowest + row * PER_ROW - 1 });
      next = row;
    }
    for (; next <= row; next++)
      grid.push({ kind: "cells", cells: rowCells(lowest + next * PER_ROW, cells) });
  }
  return grid;
}

function rowCells(from: number, cells: ReadonlyMap<number, StatusCell>): StatusCell[] {
  return Array.from({ length: PER_ROW }, (_, offset) => {
    const number = from + offset;
    return cells.get(number) ?? { number, state: 0, bib: null, taken: false };
  });
}

function cellsByNumber(lines: readonly Line[]): Map<number, StatusCell> {
  const winners = new Map<number, Line>();
  for (const line of lines) {
    const number = Number(line.row.bib);
    const other = winners.get(number);
    if (other === undefined || winsCell(line, other)) winners.set(number, line);
  }
  const cells = new Map<number, StatusCell>();
  for (const [number, line] of winners) {
    const state = cellState(line.state);
    cells.set(number, { number, state, bib: line.row.bib, taken: true });
  }
  return cells;
}

function winsCell(line: Line, other: Line): boolean {
  const difference = PRECEDENCE[line.state] - PRECEDENCE[other.state];
  return difference > 0 || (difference === 0 && compareBibs(line.row.bib, other.row.bib) < 0);
}
