import { useMemo } from "react";
import { instantOf } from "../../format/date";
import { formatMs } from "../../format/time";
import { useAwake } from "../../lib/use-awake";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import { wavesOf } from "../../scoring/waves";
import { announcer } from "../../text/announcer";
import styles from "./Arrivals.module.css";

/** The race's clock of each wave, while the race is live, and whether the screen stays on. */
export function Clocks({
  head,
  board,
  guns,
  now,
}: {
  head: Head;
  board: RaceBoard;
  /** When each clock began, as the reads tell; empty where they do not. */
  guns: readonly number[];
  /** Milliseconds since 1970. */
  now: number;
}) {
  const { arrivals: words } = announcer;
  const waves = useMemo(() => wavesOf(board.lines), [board]);
  const awake = useAwake(true);
  const began = guns[0] ?? instantOf(head.eventYear.dateTime);
  const starts = began === null ? [] : guns.length > 1 ? guns : waves.map((start) => began + start);
  const running = starts.filter((start) => now >= start);
  return (
    <>
      {running.length > 0 && (
        <dl className={styles.clocks}>
          {running.map((start, wave) => (
            <div key={start}>
              <dt>{starts.length > 1 ? words.wave(wave + 1) : words.clock}</dt>
              <dd>{formatMs(now - start, false)}</dd>
            </div>
          ))}
        </dl>
      )}
      {guns.length === 0 && running.length > 0 && <p className={styles.keys}>{words.scheduled}</p>}
      {!awake && <p className={styles.keys}>{words.asleep}</p>}
    </>
  );
}
