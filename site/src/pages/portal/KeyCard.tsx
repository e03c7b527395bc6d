import { useEffect, useId, useRef, useState } from "react";
import { asFailure, type Failure } from "../../api/failure";
import { formatDate } from "../../format/date";
import { useOnline } from "../../lib/use-online";
import { deleteKey, type Key, updateKey } from "../../session/keys";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../parts/staff/ConfirmDialog";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { OfflineNote, StaffForm } from "../parts/staff/StaffForm";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";
import { addTypedHost, draftOf, type KeyDraft, settingsOf } from "./key-draft";
import { headingOf, masked } from "./key-name";
import { focusHost, KeyFields } from "./KeyFields";
import { KeyValue } from "./KeyValue";

/** One key, read-only but while it is edited (pages.md C17 "Keys"). */
export function KeyCard({
  realm,
  saved,
  made,
  used,
  onChange,
  onRemove,
}: {
  realm: Realm;
  saved: Key;
  /** Whether it was made just now. */
  made: boolean;
  /** The day of its last use, "" if unknown; null while that is not loaded. */
  used: string | null;
  onChange: (key: Key) => void;
  /** Called when the card is to go; with the reason if the key could not be deleted. */
  onRemove: (failure: Failure | null) => void;
}) {
  const [shown, setShown] = useState(made);
  const { editing, draft, setDraft, said, request, online, form, edit, toggle, submit } =
    useKeyForm(realm, saved, onChange);
  const id = useId();
  const name = headingOf(saved.name, shown ? saved.value : masked(saved.value));
  return (
    <article aria-labelledby={id} className={styles.card}>
      <h3 id={id} tabIndex={-1}>
        {name}
      </h3>
      <KeyValue value={saved.value} name={saved.name} shown={shown} made={made} onShow={setShown} />
      {used !== null && (
        <p className={styles.note}>
          {used === "" ? staff.keys.neverUsed : staff.keys.used(formatDate(used))}
        </p>
      )}
      <StaffForm ref={form} onSubmit={submit}>
        {editing && draft !== null ? (
          <KeyFields realm={realm} draft={draft} onChange={setDraft} />
        ) : (
          <KeyFields realm={realm} draft={draftOf(saved)} />
        )}
        <div className={styles.buttons}>
          <Button ref={edit} aria-pressed={editing} onClick={toggle}>
            {staff.form.edit} <span className="hidden">{saved.name}</span>
          </Button>
          {editing && (
            <Button type="submit" disabled={!online} busy={request.busy}>
              {staff.form.save} <span className="hidden">{saved.name}</span>
            </Button>
          )}
          <Deletion realm={realm} saved={saved} online={online} onRemove={onRemove} />
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

/** The form of a key: its draft while it is edited, and saving it. */
function useKeyForm(realm: Realm, saved: Key, onChange: (key: Key) => void) {
  const [editing, setEditing] = useState(false);
  const [draft, setDraft] = useState<KeyDraft | null>(null);
  const [said, say] = useState("");
  const request = useRequest();
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(editing);
  useEffect(() => {
    if (wasEditing.current === editing) return;
    wasEditing.current = editing;
    // Save appears and disappears: the focus stays in the card.
    if (editing) form.current?.querySelector<HTMLElement>("input:not([readonly])")?.focus();
    else edit.current?.focus();
  }, [editing]);
  const toggle = () => {
    say("");
    request.forget();
    // A draft that the server refused is restored; one that was cancelled is not.
    setDraft(editing ? null : (draft ?? draftOf(saved)));
    setEditing(!editing);
  };
  const submit = async () => {
    if (!editing || draft === null || !online || request.busy) return;
    const complete = addTypedHost(draft);
    setDraft(complete);
    if (complete.hostProblem !== null) return focusHost(form.current);
    const done = await request.run(async () =>
      onChange(await updateKey(realm, saved.value, settingsOf(complete))),
    );
    if (done) {
      setDraft(null);
      say(staff.keys.saved);
    }
    setEditing(false);
  };
  return { editing, draft, setDraft, said, request, online, form, edit, toggle, submit };
}

function Deletion({
  realm,
  saved,
  online,
  onRemove,
}: {
  realm: Realm;
  saved: Key;
  online: boolean;
  onRemove: (failure: Failure | null) => void;
}) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    let failure: Failure | null = null;
    try {
      await deleteKey(realm, saved.value);
    } catch (thrown) {
      failure = asFailure(thrown);
    }
    onRemove(failure);
  };
  return (
    <>
      <Button data-danger disabled={!online} onClick={() => setAsked(true)}>
        {staff.keys.delete} <span className="hidden">{saved.name}</span>
      </Button>
      {asked && (
        <ConfirmDialog
          danger
          text={
            <>
              <p>
                <strong>{headingOf(saved.name, masked(saved.value))}</strong>
              </p>
              <p>{staff.keys.deletion}</p>
            </>
          }
          confirm={staff.keys.delete}
          busy={busy}
          onConfirm={() => void remove()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
