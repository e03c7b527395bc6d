/** Whether award lists can still change (pages.md C4 "Final"); fetched while a race is live. */
import { displayName } from "../../format/name";
import type { Finality } from "../../scoring/final-awards";
import { announcer } from "../../text/announcer";
import styles from "./Awards.module.css";

/** The maximum number of rivals who are named; the others are counted. */
const NAMED = 3;

/** How many of the whole distance have not started. */
export function Unstarted({ count }: { count: number }) {
  return <p className={`${styles.open} no-print`}>{announcer.final.unstarted(count)}</p>;
}

/** Whether a list can be announced, or else who could still change it, or has to start first. */
export function FinalLine({ finality: { is, rivals, unstarted } }: { finality: Finality }) {
  const { final: words } = announcer;
  if (is === "final")
    return (
      <p className={`${styles.final} no-print`}>
        <b>{words.now}</b>
      </p>
    );
  const named = rivals.slice(0, NAMED).map(({ row }) => displayName(row));
  const why = [
    rivals.length > 0 ? words.rivals(rivals.length, named) : "",
    unstarted > 0 ? words.unstarted(unstarted) : "",
  ].filter((part) => part !== "");
  return (
    <p className={`${styles.open} no-print`}>
      {why.length > 0 ? [words.open, ...why].join(" ") : is === "seen" ? words.seen : words.next}
    </p>
  );
}
