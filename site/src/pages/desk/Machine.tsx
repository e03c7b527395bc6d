import { readMachine } from "../../api/machine";
import { desk } from "../../text/desk";
import notice from "../../ui/Notice.module.css";
import styles from "../parts/staff/Staff.module.css";
import { useLookedUp } from "./use-looked-up";

const EVERY_MS = 30_000;

/** Whether there is room on the machine's disk, and how its backups are going, where one machine
 * runs everything (pages.md C18). */
export function Machine() {
  const { state } = useLookedUp(readMachine, () => EVERY_MS);
  if (state === null) return null;
  const { backups, isFull } = state;
  const words = desk.backups;
  const age = backups?.ageS ?? null;
  const minutes = age === null ? null : Math.floor(age / 60);
  return (
    <>
      {isFull && (
        <p role="status" className={notice.alert}>
          {desk.diskFull}
        </p>
      )}
      {backups !== null && (
        <p role="status" className={backups.failure === "" ? styles.note : notice.alert}>
          {backups.failure === "" ? words.made(minutes) : words.failing(backups.failure, minutes)}
        </p>
      )}
    </>
  );
}
