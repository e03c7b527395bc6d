/** Lap tables of the individual page (pages.md C6 "Tables"). */
import { chipMs, clockMs, formatMs } from "../format/time";
import { lapLabel } from "./cells";
import { splitPerson } from "./person-split";
import type { EventType, Row } from "./row";

/** One line of the lap table of a time event; texts as drawn, blank cells "". */
export interface Lap {
  label: string;
  lapTime: string;
  totalTime: string;
}

/** One line of the lap table of a backyard-ultra. */
export interface Loop {
  label: string;
  elapsed: string;
  cumulative: string;
  loopTime: string;
}

/** Lap Times of a time event from all rows of one runner. */
export function laps(rows: readonly Row[]): Lap[] {
  return timedLaps("time", rows).map(({ row, label, ownTime }) => ({
    label,
    lapTime: ownTime,
    totalTime: formatMs(chipMs(row)),
  }));
}

/** Lap Times of a backyard-ultra from all rows of one runner. */
export function backyardLaps(rows: readonly Row[]): Loop[] {
  return timedLaps("backyardultra", rows).map(({ row, label, ownTime }) => ({
    label,
    elapsed: formatMs(clockMs(row)),
    cumulative: formatMs(chipMs(row)),
    loopTime: ownTime,
  }));
}

interface TimedLap {
  row: Row;
  label: string;
  /** Chip time since the finish row before; blank for course reads and when it would be negative (A8.6). */
  ownTime: string;
}

function timedLaps(eventType: EventType, rows: readonly Row[]): TimedLap[] {
  let before = 0;
  return splitPerson(eventType, rows).table.map((row) => {
    if (!row.finish) return { row, label: row.segment, ownTime: "" };
    const ownTime = formatMs(chipMs(row) - before);
    before = chipMs(row);
    return { row, label: lapLabel(eventType, row), ownTime };
  });
}
