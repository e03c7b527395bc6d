import { type SyntheticEvent, useRef, useState } from "react";
import { useOnline } from "../../lib/use-online";
import { type Desk, type EventSettings, readEventNow, updateEvent } from "../../session/events";
import { desk } from "../../text/desk";
import { staff } from "../../text/staff";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { FailureAlert } from "../parts/staff/FailureAlert";
import styles from "../parts/staff/Staff.module.css";
import { ConflictAlert } from "./ConflictAlert";
import { EVENT_FIELDS, type EventField, eventOfDraft, eventProblems } from "./event-draft";
import { EventFields } from "./EventFields";
import { refusedField } from "./refused-field";
import { useCarefulSave } from "./use-careful-save";
import { useFirstError } from "./use-first-error";

/** The form that changes an event, except for its access. */
export function EditEvent({
  loaded,
  onSaved,
  onClose,
}: {
  loaded: Desk;
  /** Called with the event as now stored, and the fields that somebody else had changed. */
  onSaved: (event: EventSettings, elsewhere: readonly EventField[]) => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(loaded.event);
  const [checked, setChecked] = useState(false);
  const { request, conflict, save, settle } = useCarefulSave(
    loaded.event,
    () => readEventNow(loaded),
    updateEvent,
  );
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstError = useFirstError(form);
  const refused = refusedField(request.failure);
  const refusedAt = EVENT_FIELDS.get(refused?.field ?? "");
  const found = eventProblems(draft);
  const problems = {
    ...(checked && found),
    ...(refused !== null &&
      refusedAt !== undefined && { [refusedAt]: <span lang="en">{refused.rule}</span> }),
  };
  const change = (changed: EventSettings) => {
    request.forget();
    setDraft(changed);
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!online || request.busy) return;
    setChecked(true);
    if (Object.keys(found).length > 0) return focusFirstError();
    const outcome = await save(eventOfDraft(draft));
    if (outcome.kind === "saved") return onSaved(outcome.saved, outcome.elsewhere);
    if (outcome.kind === "conflict") return setDraft(outcome.result);
    focusFirstError();
  };
  const take = () => {
    if (conflict !== null)
      setDraft({
        ...draft,
        ...Object.fromEntries(conflict.fields.map((field) => [field, conflict.stored[field]])),
      });
    settle();
    form.current?.querySelector<HTMLElement>("input")?.focus();
  };
  return (
    <form
      ref={form}
      noValidate
      method="post"
      className={styles.form}
      onSubmit={(event) => void submit(event)}
    >
      <p className={styles.note}>{desk.form.requiredOnEdit}</p>
      <EventFields draft={draft} problems={problems} onChange={change} />
      {conflict !== null && (
        <ConflictAlert
          fields={conflict.fields.map((field) => ({
            name: desk.event.fields[field],
            stored: String(conflict.stored[field]),
            mine: String(draft[field]),
          }))}
          onTake={take}
        />
      )}
      {request.failure !== null && refusedAt === undefined && (
        <FailureAlert
          failure={request.failure}
          wordless={request.failure.status === 404 ? desk.form.gone : undefined}
        />
      )}
      <div className={styles.buttons}>
        <Button type="submit" disabled={!online} busy={request.busy}>
          {staff.form.save}
        </Button>
        <Button onClick={onClose}>{staff.form.cancel}</Button>
      </div>
      {!online && (
        <p role="status" className={styles.note}>
          {text.offline.form}
        </p>
      )}
    </form>
  );
}
