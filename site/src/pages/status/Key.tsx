import { useMemo } from "react";
import type { BackyardState } from "../../scoring/backyard";
import { backyardWords } from "../parts/runner/backyard-words";
import type { Line } from "../../scoring/row";
import { type CellState, countStates } from "../../lists/status-grid";
import { number } from "../../text/intl";
import { text } from "../../text/text";
import type { Saying } from "./StateLink";
import styles from "./Status.module.css";

const STATES: readonly CellState[] = [0, 3, 1, 2];

/**
 * The key of letters and colours, with the number of runners in each state; without numbers while
 * they are unknown. `unseen` are entered and have no row.
 */
export function Key({ lines, unseen }: { lines: readonly Line[] | null; unseen: number }) {
  const counts = useMemo(() => keyCounts(lines ?? [], unseen), [lines, unseen]);
  return (
    <ul className={`${styles.states} ${styles.key}`} aria-label={text.status.key}>
      {STATES.map((state) => (
        <li key={state}>
          <b className={styles.swatch} data-state={state}>
            {text.status.letters[state]}
          </b>
          {text.status.keyWords[state]}
          {lines !== null && <span className={styles.number}>{number(counts[state])}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The states of a backyard in the order of the key, each with its colour. */
const BACKYARD = [
  ["absent", 0],
  ["out", 3],
  ["running", 1],
  ["corral", 2],
  ["winner", 2],
] as const;

function backyardCounts(
  states: Iterable<BackyardState>,
): [name: (typeof BACKYARD)[number][0], fill: CellState, count: number][] {
  const all = [...states].map(({ is }) => (is === "dns" ? "absent" : is));
  return BACKYARD.map(([name, fill]) => [name, fill, all.filter((is) => is === name).length]);
}

/** The key for a backyard, with its own states (pages.md C24). */
export function BackyardKey({ states }: { states: Iterable<BackyardState> }) {
  return (
    <ul className={`${styles.states} ${styles.key}`} aria-label={text.status.key}>
      {backyardCounts(states).map(([name, fill, count]) => (
        <li key={name}>
          <b className={styles.swatch} data-state={fill}>
            {text.status.backyard.letters[name]}
          </b>
          {text.status.backyard.key[name]}
          <span className={styles.number}>{number(count)}</span>
        </li>
      ))}
    </ul>
  );
}

/** "0 Not started, 14 Out, 3 On a loop, 2 In the corral, 0 Winner". */
export function backyardSentence(states: Iterable<BackyardState>): string {
  return backyardCounts(states)
    .map(([name, , count]) => text.status.inState(count, text.status.backyard.key[name]))
    .join(", ");
}

export function backyardSaying(state: BackyardState): Saying {
  const name = state.is === "dns" ? "absent" : state.is;
  return {
    fill: BACKYARD.find(([is]) => is === name)?.[1] ?? 0,
    letter: text.status.backyard.letters[state.is],
    words: backyardWords(state),
  };
}

function keyCounts(lines: readonly Line[], unseen: number): Record<CellState, number> {
  const counts = countStates(lines);
  return {
    0: counts.dns + counts["not-started"] + unseen,
    1: counts.started,
    2: counts.finished,
    3: counts.dnf,
  };
}

/** "7 DNS, 14 DNF, 3 Started, 196 Finished". */
export function keySentence(lines: readonly Line[], unseen: number): string {
  const counts = keyCounts(lines, unseen);
  return STATES.map((state) =>
    text.status.inState(counts[state], text.status.keyWords[state] ?? ""),
  ).join(", ");
}
