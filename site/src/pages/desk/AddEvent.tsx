import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths";
import { addEvent, type EventSettings } from "../../session/events";
import { desk } from "../../text/desk";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Field";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { OfflineNote, StaffForm } from "../parts/staff/StaffForm";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";
import { Effects } from "./Access";
import { EVENT_FIELDS, eventOfDraft, eventProblems, NEW_EVENT } from "./event-draft";
import { EventFields } from "./EventFields";
import { HintedField } from "./HintedField";
import { useDraftForm } from "./use-draft-form";

/** The form that creates an event and leads to its desk. */
export function AddEvent({
  email,
  mayChooseOwner,
}: {
  /** The e-mail of the person who creates it. */
  email: string;
  mayChooseOwner: boolean;
}) {
  const words = desk.event;
  const [draft, setDraft] = useState<EventSettings>({ ...NEW_EVENT, contactEmail: email });
  const [owner, setOwner] = useState("");
  const request = useRequest();
  const { form, online, problems, isAtField, submit } = useDraftForm(
    request,
    eventProblems(draft),
    EVENT_FIELDS,
  );
  const navigate = useNavigate();
  const taken = request.failure?.status === 409;
  const unknownOwner = request.failure?.status === 404 && owner.trim() !== "";
  const change = (changed: EventSettings) => {
    request.forget();
    setDraft(changed);
  };
  const send = () =>
    request.run(async () => {
      const { slug } = await addEvent(eventOfDraft(draft), owner.trim());
      void navigate(paths.desk(slug));
    });
  return (
    <StaffForm ref={form} onSubmit={() => submit(send)}>
      <p className={styles.note}>{desk.form.required}</p>
      <EventFields
        isNew
        draft={draft}
        problems={taken ? { ...problems, slug: words.slugTaken } : problems}
        onChange={change}
      />
      {mayChooseOwner && (
        <HintedField
          label={words.owner}
          hint={words.ownerAbout}
          error={unknownOwner ? <span lang="en">{request.failure?.message}</span> : ""}
          type="email"
          autoComplete="off"
          value={owner}
          onChange={(event) => {
            request.forget();
            setOwner(event.target.value);
          }}
        />
      )}
      <div>
        <Checkbox
          label={desk.access.option}
          checked={draft.restricted}
          onToggle={(restricted) => change({ ...draft, restricted })}
        />
        {draft.restricted && <Effects />}
      </div>
      {request.failure !== null && !isAtField && !taken && !unknownOwner && (
        <FailureAlert failure={request.failure} />
      )}
      <div className={styles.buttons}>
        <Button type="submit" disabled={!online} busy={request.busy}>
          {words.add}
        </Button>
      </div>
      <OfflineNote />
    </StaffForm>
  );
}
