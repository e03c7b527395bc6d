import { useState } from "react";
import { type Desk, type EventSettings, readEventNow, updateEvent } from "../../session/events";
import { desk } from "../../text/desk";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { OfflineNote, StaffForm } from "../parts/staff/StaffForm";
import styles from "../parts/staff/Staff.module.css";
import { ConflictAlert } from "./ConflictAlert";
import { EVENT_FIELDS, type EventField, eventOfDraft, eventProblems } from "./event-draft";
import { EventFields } from "./EventFields";
import { useCarefulSave } from "./use-careful-save";
import { useDraftForm } from "./use-draft-form";

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
  const { request, conflict, save, settle } = useCarefulSave(
    loaded.event,
    () => readEventNow(loaded),
    updateEvent,
  );
  const { form, online, problems, isAtField, submit } = useDraftForm(
    request,
    eventProblems(draft),
    EVENT_FIELDS,
  );
  const change = (changed: EventSettings) => {
    request.forget();
    setDraft(changed);
  };
  const send = async () => {
    const outcome = await save(eventOfDraft(draft));
    if (outcome.kind === "saved") onSaved(outcome.saved, outcome.elsewhere);
    if (outcome.kind === "conflict") setDraft(outcome.result);
    return outcome.kind !== "failed";
  };
  const take = () => {
    setDraft({ ...draft, ...settle() });
    form.current?.querySelector<HTMLElement>("input")?.focus();
  };
  return (
    <StaffForm ref={form} onSubmit={() => submit(send)}>
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
      {request.failure !== null && !isAtField && (
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
      <OfflineNote />
    </StaffForm>
  );
}
