import { readMachine } from "../../api/machine";
import { desk } from "../../text/desk";
import notice from "../../ui/Notice.module.css";
import styles from "../parts/staff/Staff.module.css";
import { useLookedUp } from "../parts/staff/use-looked-up";

const EVERY_MS = 30_000;

/** The health of the machine: disk, network and backups (pages.md C18). */
export function Machine() {
  const { state } = useLookedUp(readMachine, () => EVERY_MS);
  if (state === null) return null;
  const { backups, diskFault, isVisited } = state;
  const words = desk.backups;
  const age = backups?.ageS ?? null;
  const minutes = age === null ? null : Math.floor(age / 60);
  return (
    <>
      {diskFault !== "" && (
        <p role="status" className={notice.alert}>
          {desk.disk(diskFault)}
        </p>
      )}
      {!isVisited && (
        <p role="status" className={styles.note}>
          {desk.notVisited}
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
