import { type SyntheticEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useOnline } from "../../lib/use-online";
import { paths } from "../../paths";
import { addEvent, type EventSettings } from "../../session/events";
import { desk } from "../../text/desk";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Field";
import { FailureAlert } from "../parts/staff/FailureAlert";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";
import { Effects } from "./Access";
import { EVENT_FIELDS, eventOfDraft, eventProblems, NEW_EVENT } from "./event-draft";
import { EventFields } from "./EventFields";
import { HintedField } from "./HintedField";
import { refusedField } from "./refused-field";
import { useFirstError } from "./use-first-error";

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
  const [checked, setChecked] = useState(false);
  const request = useRequest();
  const online = useOnline();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstError = useFirstError(form);
  const refused = refusedField(request.failure);
  const refusedAt = EVENT_FIELDS.get(refused?.field ?? "");
  const taken = request.failure?.status === 409;
  const unknownOwner = request.failure?.status === 404 && owner.trim() !== "";
  const found = eventProblems(draft);
  const problems = {
    ...(checked && found),
    ...(refused !== null &&
      refusedAt !== undefined && { [refusedAt]: <span lang="en">{refused.rule}</span> }),
    ...(taken && { slug: words.slugTaken }),
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
    const done = await request.run(async () => {
      const { slug } = await addEvent(eventOfDraft(draft), owner.trim());
      void navigate(paths.desk(slug));
    });
    if (!done) focusFirstError();
  };
  return (
    <form
      ref={form}
      noValidate
      method="post"
      className={styles.form}
      onSubmit={(event) => void submit(event)}
    >
      <p className={styles.note}>{desk.form.required}</p>
      <EventFields isNew draft={draft} problems={problems} onChange={change} />
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
      {request.failure !== null && refusedAt === undefined && !taken && !unknownOwner && (
        <FailureAlert failure={request.failure} />
      )}
      <div className={styles.buttons}>
        <Button type="submit" disabled={!online} busy={request.busy}>
          {words.add}
        </Button>
      </div>
      {!online && (
        <p role="status" className={styles.note}>
          {text.offline.form}
        </p>
      )}
    </form>
  );
}
