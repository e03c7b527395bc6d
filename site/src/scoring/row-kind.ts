/** Kinds of rows, and the state of a runner from all their rows (pages.md A2). */
import { isDnfType, isDnsType } from "../format/result-type";
import type { Row, State } from "./row";

/** The kind of a row, tested in the order of A2. */
type RowKind = "dnf" | "dns" | "finish" | "start" | "course";

const START_SEGMENT = /^Start(?: [0-9]+)?$/;

/** Whether a segment is a start (A2). */
function isStart(segment: string): boolean {
  return START_SEGMENT.test(segment);
}

/** The kind of one row (A2). */
export function rowKind(row: Pick<Row, "type" | "finish" | "occurrence" | "segment">): RowKind {
  if (isDnfType(row.type)) return "dnf";
  if (isDnsType(row.type)) return "dns";
  if (row.finish) return "finish";
  if (row.occurrence === 0 || isStart(row.segment)) return "start";
  return "course";
}

/** The state of a runner from all their rows (A2). */
export function runnerState(rows: readonly Row[]): State {
  const kinds = new Set(rows.map(rowKind));
  if (kinds.has("dnf")) return "dnf";
  if (kinds.has("dns")) return "dns";
  if (kinds.has("finish")) return "finished";
  return kinds.size > 0 ? "started" : "not-started";
}

/** The hour of a backyard's row, counted from 1 (A3); the same for start and finish of a loop. */
export function loopOfRow({ occurrence }: Pick<Row, "occurrence">): number {
  return Math.floor(occurrence / 2) + 1;
}
