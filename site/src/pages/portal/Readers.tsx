import { formatDate } from "../../format/date";
import { viewerTime } from "../../lib/clock";
import type { Loaded } from "../../lib/use-loaded";
import type { Key, KeysUsed, KeyUse } from "../../session/keys";
import { staff } from "../../text/staff";
import { Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";
import { orderKeys } from "./key-name";

/** The keys of a remote account's timing systems, and what each read last (pages.md C17). */
export function Readers({ keys, used }: { keys: readonly Key[]; used: Loaded<KeysUsed> }) {
  const words = staff.readers;
  const readers = orderKeys(keys.filter(({ type }) => type === "write"));
  const lastUse = (value: string) => {
    if (used.data !== null) return usedWords(used.data.get(value));
    return used.failure === null ? "" : words.unknown;
  };
  return (
    <Section heading={words.heading}>
      {readers.length === 0 ? (
        <p className={styles.note}>{words.none}</p>
      ) : (
        <ul className={styles.list}>
          {readers.map(({ value, name }) => (
            <li key={value}>
              <strong>{name}</strong>
              <span className={styles.note}>{lastUse(value)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** "Last read 10:32:05 AM: bib 12", with the day where it is not today's; else when it was used. */
function usedWords(use: KeyUse | undefined): string {
  if (use?.lastRead) {
    const { at, isBib, identifier } = use.lastRead;
    const who = staff.readers.who[isBib ? "bib" : "chip"](identifier);
    return staff.readers.lastRead(viewerTime(at), who);
  }
  return use === undefined || use.day === ""
    ? staff.keys.neverUsed
    : staff.keys.used(formatDate(use.day));
}
