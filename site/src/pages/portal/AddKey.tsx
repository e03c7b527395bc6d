import { useRef, useState } from "react";
import { useOnline } from "../../lib/use-online";
import { addKey, type Key } from "../../session/keys";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { OfflineNote, StaffForm } from "../parts/staff/StaffForm";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";
import { addTypedHost, NEW_KEY, settingsOf } from "./key-draft";
import { focusHost, KeyFields } from "./KeyFields";

/** The card that adds a key; present even without any keys. */
export function AddKey({ realm, onAdd }: { realm: Realm; onAdd: (key: Key) => void }) {
  const [draft, setDraft] = useState(NEW_KEY);
  const [said, say] = useState("");
  const request = useRequest();
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const submit = async () => {
    if (!online || request.busy) return;
    say("");
    const complete = addTypedHost(draft);
    setDraft(complete);
    if (complete.hostProblem !== null) return focusHost(form.current);
    const done = await request.run(async () => onAdd(await addKey(realm, settingsOf(complete))));
    if (!done) return;
    setDraft(NEW_KEY);
    say(staff.keys.added);
  };
  return (
    <article className={`${styles.card} ${styles.addCard}`}>
      <h3 tabIndex={-1}>{staff.keys.addHeading}</h3>
      <StaffForm ref={form} onSubmit={submit}>
        <KeyFields realm={realm} draft={draft} onChange={setDraft} />
        <div className={styles.buttons}>
          <Button type="submit" disabled={!online} busy={request.busy}>
            {staff.keys.addHeading}
          </Button>
        </div>
        <OfflineNote />
        <p role="status" className={styles.said}>
          {said}
        </p>
        {request.failure !== null && <FailureAlert failure={request.failure} />}
      </StaffForm>
    </article>
  );
}
