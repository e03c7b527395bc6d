/** Lap tables of the individual page (pages.md C6 "Tables"). */
import { chipMs, chipText, clockText, formatMs } from "../format/time";
import { lapLabel } from "./cells";
import { endsLate } from "./duration";
import { splitPerson } from "./person-split";
import type { EventType, Row } from "./row";
import { text } from "../text/text";

/** One line of the lap table of a time event; texts as shown, blank cells "". */
interface Lap {
  label: string;
  lapTime: string;
  totalTime: string;
  /** Whether it ended after the hours in the distance's name. */
  late: boolean;
}

/** One line of the lap table of a backyard-ultra. */
interface Loop {
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
    totalTime: chipText(row),
    late: endsLate(row),
  }));
}

/** Lap Times of a backyard-ultra from all rows of one runner. */
export function backyardLaps(rows: readonly Row[]): Loop[] {
  return timedLaps("backyardultra", rows).map(({ row, label, ownTime }) => ({
    label,
    elapsed: clockText(row),
    cumulative: chipText(row),
    loopTime: ownTime,
  }));
}

/** The quickest and the slowest lap or loop of a runner. */
interface Extremes {
  fastest: Row;
  slowest: Row;
}

/** With fewer laps the fastest and the slowest are not shown. */
const FEWEST = 3;

/** The first among equals; null for fewer than three laps, or if all took the same time. */
export function extremes(eventType: EventType, rows: readonly Row[]): Extremes | null {
  const own = timedLaps(eventType, rows).flatMap(({ row, ownMs }) =>
    ownMs === null || ownMs < 0 ? [] : [{ row, ownMs }],
  );
  if (own.length < FEWEST) return null;
  const [fastest, slowest] = [
    own.reduce((best, lap) => (lap.ownMs < best.ownMs ? lap : best)),
    own.reduce((worst, lap) => (lap.ownMs > worst.ownMs ? lap : worst)),
  ];
  return fastest.ownMs === slowest.ownMs ? null : { fastest: fastest.row, slowest: slowest.row };
}

interface TimedLap {
  row: Row;
  label: string;
  /** `ownTime` in milliseconds, possibly below 0; null for course reads. */
  ownMs: number | null;
  /**
   * Chip time since the previous finish row; blank for course reads and if it would be negative
   * (A8.6).
   */
  ownTime: string;
}

function timedLaps(eventType: EventType, rows: readonly Row[]): TimedLap[] {
  let before = 0;
  return splitPerson(eventType, rows).table.map((row) => {
    if (!row.finish) return { row, label: text.point(row.segment), ownMs: null, ownTime: "" };
    const ownMs = chipMs(row) - before;
    before = chipMs(row);
    return { row, label: lapLabel(eventType, row), ownMs, ownTime: formatMs(ownMs) };
  });
}
