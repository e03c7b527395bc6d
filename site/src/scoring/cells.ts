/** Time and lap cells of results tables (pages.md A8.3 to A8.5). */
import { isDnfType, isDnsType, isOutType } from "../format/result-type";
import { chipText, clockText } from "../format/time";
import { text } from "../text/text";
import type { Basis, EventType, Row } from "./row";
import { loopOfRow, rowKind } from "./row-kind";
import { FINISH } from "./segments";

/** Text of a time cell; `column` is the kind of time the column shows (A13), wherever it is. */
export function timeCell(eventType: EventType, column: Basis, row: Row): string {
  if (eventType !== "distance") return lapTableTime(column, row);
  return column === "clock" ? clockCell(row) : chipCell(row);
}

/** Distance tables, clock-type cell: the time of a finish, else the state or the segment (A8.3). */
function clockCell(row: Row): string {
  switch (rowKind(row)) {
    case "dnf":
      return text.out.dnf;
    case "dns":
      return text.out.dns;
    case "finish":
      return clockText(row);
    case "course":
    case "start":
      return text.point(row.segment);
  }
}

/** Distance tables, chip-type cell: blank for DNF, DNS and start reads (A8.3). */
function chipCell(row: Row): string {
  const kind = rowKind(row);
  return kind === "finish" || kind === "course" ? chipText(row) : "";
}

/** Time and backyard-ultra tables: blank for DNF, DNS and occurrence 0 (A8.4). */
function lapTableTime(column: Basis, row: Row): string {
  if (isOutType(row.type) || row.occurrence === 0) return "";
  return column === "clock" ? clockText(row) : chipText(row);
}

/**
 * Lap column of time and backyard-ultra tables: the state, "Lap 6", "Hour 3" or the segment's name
 * (A8.5).
 */
export function lapLabel(
  eventType: EventType,
  row: Pick<Row, "segment" | "occurrence" | "type">,
): string {
  if (isDnfType(row.type)) return text.out.dnf;
  if (isDnsType(row.type)) return text.out.dns;
  if (row.segment !== FINISH || eventType === "distance") return text.point(row.segment);
  return eventType === "time" ? text.lap(row.occurrence) : text.hour(loopOfRow(row));
}

/**
 * {@link timeCell} as tables show it: the clock time of a backyard's start is that of the bell, and
 * says nothing about the runner (pages.md C2).
 */
export function drawnTime(eventType: EventType, column: Basis, row: Row): string {
  return isLoopStart(eventType, row) && column === "clock" ? "" : timeCell(eventType, column, row);
}

/**
 * {@link drawnTime} below the heading of a column of times: "at Aid 3" of who is on course, as a name
 * alone reads like a time (pages.md C2).
 */
export function timeInColumn(eventType: EventType, column: Basis, row: Row): string {
  const time = drawnTime(eventType, column, row);
  return eventType === "distance" && column === "clock" && rowKind(row) === "course" && time !== ""
    ? text.atPoint(time)
    : time;
}

/** {@link lapLabel} as tables show it: "Hour 31 started" for the start of a backyard's loop. */
export function drawnLap(eventType: EventType, row: Row): string {
  return isLoopStart(eventType, row) ? text.loopStarted(loopOfRow(row)) : lapLabel(eventType, row);
}

function isLoopStart(eventType: EventType, row: Row): boolean {
  return eventType === "backyardultra" && rowKind(row) === "start";
}
