/**
 * The shapes every rule works on: a row, a runner's line in a table, and the board of one distance.
 *
 * Which row represents a runner (pages.md A3), the state (A2) and the first passages (A12) are
 * chosen in Rust when the snapshot is published; the rules here only read them.
 */

/** Kind of event (pages.md "words"); an empty type in old data is read as "distance". */
export type EventType = "distance" | "time" | "backyardultra";

/** The states of a runner (pages.md A2), in the order of their numbers in board files. */
export const STATES = ["not-started", "started", "finished", "dnf", "dns"] as const;

export type State = (typeof STATES)[number];

/**
 * The time that ranks: clock (since the gun; elapsed) or chip (since the runner's own start;
 * cumulative).
 */
export type Basis = "clock" | "chip";

/**
 * One passage of one runner (api.md 2.3). Texts are never null; missing is "", 0 or false (pages.md
 * A1).
 */
export interface Row {
  /** Text, trimmed, never empty. */
  bib: string;
  first: string;
  last: string;
  anonymous: boolean;
  /** Free text as entered (A6). */
  gender: string;
  /** Years; known when 1 to 129 (A7). */
  age: number;
  ageGroup: string;
  distance: string;
  division: string;
  divisionRanking: number;
  /** Clock time: whole seconds since the gun. */
  seconds: number;
  /** Clock time: the rest in milliseconds. */
  milliseconds: number;
  /** Chip time: whole seconds since the runner's own start. */
  chipSeconds: number;
  chipMilliseconds: number;
  /** Whether the race was timed in whole seconds (pages.md A8.2); of rows as they are decoded. */
  wholeSeconds?: boolean | undefined;
  segment: string;
  location: string;
  /**
   * The number of the passage at this point, from 1; it is the number of a lap or loop (api.md
   * 6.9).
   */
  occurrence: number;
  /** Overall place in the segment; none if below 1. */
  ranking: number;
  ageRanking: number;
  genderRanking: number;
  finish: boolean;
  /** Result type code (api.md 6.8). */
  type: number;
  /** ISO text with offset, opaque. */
  localTime: string;
}

/** One runner of one distance. */
export interface Line {
  /** The row that represents the runner in tables (A3). */
  row: Row;
  /** The row that counts for awards, rank-by and scoring (A3); null when the runner has none. */
  result: Row | null;
  state: State;
}

export interface Board {
  distance: string;
  lines: Line[];
  /** Segment → its first passage, clock time in milliseconds (A12). */
  passages: ReadonlyMap<string, number>;
  /** Lines whose result row by the distance rule differs from `result` (A3); only in lap events. */
  byClock?: ReadonlyMap<Line, Row | null>;
}

/** Reads an event type off the wire: "" and anything unknown is a distance event. */
export function eventTypeOf(text: string): EventType {
  return text === "time" || text === "backyardultra" ? text : "distance";
}

/** The basis that the year's `ranking_type` means (A13): "chip" is chip, anything else clock. */
export function basisOf(rankingType: string): Basis {
  return rankingType === "chip" ? "chip" : "clock";
}
