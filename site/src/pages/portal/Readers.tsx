import { formatDate } from "../../format/date";
import type { Loaded } from "../../lib/use-loaded";
import type { Key, KeysUsed } from "../../session/keys";
import { staff } from "../../text/staff";
import { Section } from "../parts/staff/Section";
import styles from "../parts/staff/Staff.module.css";
import { orderKeys } from "./key-name";

/**
 * The readers of a remote account, which are its keys of the timing systems, and the day on which
 * each last sent something (pages.md C17).
 */
export function Readers({ keys, used }: { keys: readonly Key[]; used: Loaded<KeysUsed> }) {
  const words = staff.readers;
  const readers = orderKeys(keys.filter(({ type }) => type === "write"));
  const lastUse = (value: string) => {
    if (used.failure !== null) return words.unknown;
    if (used.data === null) return "";
    const day = used.data.get(value) ?? "";
    return day === "" ? staff.keys.neverUsed : staff.keys.used(formatDate(day));
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
