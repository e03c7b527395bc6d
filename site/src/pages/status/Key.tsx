import type { BackyardState } from "../../scoring/backyard";
import { backyardWords } from "../parts/runner/backyard-words";
import type { Line } from "../../scoring/row";
import { type CellState, countStates } from "../../lists/status-grid";
import { number } from "../../text/intl";
import { text } from "../../text/text";
import type { Saying } from "./StateLink";
import styles from "./Status.module.css";

/** A state: its colour, letter and name, and the number of runners in it. */
interface KeyEntry {
  fill: CellState;
  letter: string;
  name: string;
  count: number;
}

/** The key of letters and colours, with the number of runners in each state once `counted`. */
export function Key({
  entries,
  counted = true,
}: {
  entries: readonly KeyEntry[];
  counted?: boolean;
}) {
  return (
    <ul className={`${styles.states} ${styles.key}`} aria-label={text.status.key}>
      {entries.map(({ fill, letter, name, count }) => (
        <li key={name}>
          <b className={styles.swatch} data-state={fill}>
            {letter}
          </b>
          {name}
          {counted && <span className={styles.number}>{number(count)}</span>}
        </li>
      ))}
    </ul>
  );
}

/** "7 DNS, 14 DNF, 3 Started, 196 Finished". */
export function keySentence(entries: readonly KeyEntry[]): string {
  return entries.map(({ count, name }) => text.status.inState(count, name)).join(", ");
}

/** The states in the order of the key. `unseen` are entered and have no row. */
export function stateEntries(lines: readonly Line[], unseen: number): KeyEntry[] {
  const counts = countStates(lines);
  const numbers = [
    [0, counts.dns + counts["not-started"] + unseen],
    [3, counts.dnf],
    [1, counts.started],
    [2, counts.finished],
  ] as const;
  return numbers.map(([fill, count]) => {
    const { letter, inKey } = text.status.cells[fill];
    return { fill, letter, name: inKey, count };
  });
}

/** The states of a backyard in the order of the key, each with its colour. */
const BACKYARD = [
  ["absent", 0],
  ["out", 3],
  ["running", 1],
  ["corral", 2],
  ["winner", 2],
] as const;

/** The same for a backyard, with its own states (pages.md C24). */
export function backyardEntries(states: readonly BackyardState[]): KeyEntry[] {
  const { letters, key } = text.status.backyard;
  const all = states.map(({ is }) => (is === "dns" ? "absent" : is));
  return BACKYARD.map(([name, fill]) => ({
    fill,
    letter: letters[name],
    name: key[name],
    count: all.filter((is) => is === name).length,
  }));
}

export function backyardSaying(state: BackyardState): Saying {
  const name = state.is === "dns" ? "absent" : state.is;
  return {
    fill: BACKYARD.find(([is]) => is === name)?.[1] ?? 0,
    letter: text.status.backyard.letters[name],
    words: backyardWords(state),
  };
}
