import { displayName } from "../../format/name";
import type { Finality } from "../../scoring/final-awards";
import { text } from "../../text/text";
import styles from "./Awards.module.css";

/** Rivals who are named; the others are counted. */
const NAMED = 3;

/** Whether a list can be announced, and else who could still change it. */
export function FinalLine({ finality: { final, rivals } }: { finality: Finality }) {
  const { final: words } = text.awards;
  if (final) return <p className={`${styles.final} no-print`}><b>{words.now}</b></p>;
  if (rivals.length === 0) return <p className={`${styles.open} no-print`}>{words.next}</p>;
  const named = rivals.slice(0, NAMED).map(({ row }) => displayName(row));
  return <p className={`${styles.open} no-print`}>{words.rivals(rivals.length, named)}</p>;
}
