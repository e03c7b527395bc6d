import { readBackups } from "../../api/machine";
import { desk } from "../../text/desk";
import notice from "../../ui/Notice.module.css";
import styles from "../parts/staff/Staff.module.css";
import { useLookedUp } from "./use-looked-up";

const EVERY_MS = 30_000;

/** How the backups of the machine are going, where one machine makes them (pages.md C18). */
export function Backups() {
  const { state } = useLookedUp(readBackups, () => EVERY_MS);
  if (state === null) return null;
  const { ageS, failure } = state;
  const words = desk.backups;
  const minutes = ageS === null ? null : Math.floor(ageS / 60);
  return (
    <p role="status" className={failure === "" ? styles.note : notice.alert}>
      {failure === "" ? words.made(minutes) : words.failing(failure, minutes)}
    </p>
  );
}
