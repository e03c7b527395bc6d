import { useMemo } from "react";
import type { Line } from "../../scoring/row";
import { type CellState, countStates } from "../../scoring/status-grid";
import { number } from "../../text/intl";
import { text } from "../../text/text";
import styles from "./Status.module.css";

const STATES: readonly CellState[] = [0, 3, 1, 2];

/** What letters and colours mean, and how many runners are in each state; without numbers while they are not known. */
export function Key({ lines }: { lines: readonly Line[] | null }) {
  const counts = useMemo(() => keyCounts(lines ?? []), [lines]);
  return (
    <ul className={styles.key} aria-label={text.status.key}>
      {STATES.map((state) => (
        <li key={state}>
          <b className={styles.swatch} data-state={state}>{text.status.letters[state]}</b>
          {text.status.keyWords[state]}
          {lines !== null && <span className={styles.number}>{number(counts[state])}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Number of runners by what their cell shows. */
export function keyCounts(lines: readonly Line[]): Record<CellState, number> {
  const counts = countStates(lines);
  return { 0: counts.dns + counts["not-started"], 1: counts.started, 2: counts.finished, 3: counts.dnf };
}

/** "7 DNS, 14 DNF, 3 Started, 196 Finished". */
export function keySentence(lines: readonly Line[]): string {
  const counts = keyCounts(lines);
  return STATES.map((state) => text.status.inState(counts[state], text.status.keyWords[state] ?? "")).join(", ");
}
