import type { Checkin, CheckinState } from "../../checkin/checkin";
import { timeOfDay } from "../../text/intl";
import { checkin as words } from "../../text/checkin";
import { Button } from "../../ui/Button";
import { viewerTime } from "../../lib/clock";
import { useOnline } from "../../lib/use-online";
import styles from "./Checkin.module.css";
import type { Actions } from "./use-actions";

/** Whether all is saved, what is waiting and why, and Undo. Always visible. */
export function SavingLine({
  checkin,
  state: { queue, failure, failingSince, head, lasting, persistent, loss },
  actions,
}: {
  checkin: Checkin;
  state: CheckinState;
  actions: Actions;
}) {
  const online = useOnline();
  const waiting = queue.edits.filter(({ standing }) => standing.kind === "waiting").length;
  const since = failingSince > 0 ? timeOfDay(failingSince, { seconds: false }) : "";
  const again = () => {
    checkin.wake();
    void checkin.send().catch(() => undefined);
    void checkin.poll();
  };
  return (
    <div className={styles.saving} data-saving={waiting > 0 ? "waiting" : "saved"}>
      <p>
        {queue.edits.length === 0 &&
          failure === null &&
          loss === null &&
          // A device that has never kept anything here cannot say more.
          (queue.generation > 0 ? words.saving.saved : words.saving.nothing)}
        {waiting > 0 && <strong>{words.saving.waiting(waiting)}</strong>}
      </p>
      <p role="status" className={styles.alert}>
        {failure !== null && (
          <>
            {failure.status === 0 || !online
              ? words.saving.offline(since)
              : words.saving.failing(since)}{" "}
            {words.saving.listOf(
              viewerTime(new Date(head.heardAt).toISOString(), false, { seconds: false }),
            )}
          </>
        )}
        {waiting > 0 && failure !== null && lasting && ` ${words.saving.keptHere}`}
        {waiting > 0 &&
          failure !== null &&
          lasting &&
          !persistent &&
          ` ${words.saving.mayBeDeleted}`}
        {waiting > 0 && !lasting && ` ${words.saving.notKept}`}
      </p>
      {failure !== null && (
        <Button quiet onClick={again}>
          {words.saving.tryNow}
        </Button>
      )}
      <p role="status" className={actions.said === actions.last?.what ? "hidden" : styles.said}>
        {actions.said}
      </p>
      {actions.last !== null && (
        <Button quiet onClick={actions.undo}>
          {words.saving.undo(actions.last.what)}
        </Button>
      )}
    </div>
  );
}
