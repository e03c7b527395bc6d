import { type SyntheticEvent, useRef, useState } from "react";
import type { Year } from "../../api/types";
import { useOnline } from "../../lib/use-online";
import { addYear } from "../../session/events";
import { desk } from "../../text/desk";
import { staff } from "../../text/staff";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { FailureAlert } from "../parts/staff/FailureAlert";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";
import { refusedField } from "./refused-field";
import { useFirstError } from "./use-first-error";
import { newYearDraft, YEAR_FIELDS, yearOfDraft, yearProblems } from "./year-draft";
import { YearFields } from "./YearFields";

/** The form that creates a year. It starts with the settings of the latest one. */
export function AddYear({
  slug,
  eventType,
  latest,
  onAdd,
  onClose,
}: {
  slug: string;
  eventType: string;
  latest: Year | undefined;
  onAdd: (year: Year) => void;
  onClose: () => void;
}) {
  const words = desk.years;
  const [draft, setDraft] = useState(() => newYearDraft(latest));
  const [checked, setChecked] = useState(false);
  const request = useRequest();
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstError = useFirstError(form);
  const refused = refusedField(request.failure);
  const refusedAt = YEAR_FIELDS.get(refused?.field ?? "");
  const taken = request.failure?.status === 409;
  const found = yearProblems(draft);
  const problems = {
    ...(checked && found),
    ...(refused !== null &&
      refusedAt !== undefined && { [refusedAt]: <span lang="en">{refused.rule}</span> }),
    ...(taken && { year: words.yearTaken }),
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!online || request.busy) return;
    setChecked(true);
    if (Object.keys(found).length > 0) return focusFirstError();
    const done = await request.run(async () => onAdd(await addYear(slug, yearOfDraft(draft))));
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
      {latest !== undefined && <p className={styles.note}>{words.copied(latest.year)}</p>}
      <YearFields
        isNew
        draft={draft}
        eventType={eventType}
        problems={problems}
        onChange={(changed) => {
          request.forget();
          setDraft(changed);
        }}
      />
      {request.failure !== null && refusedAt === undefined && !taken && (
        <FailureAlert failure={request.failure} />
      )}
      <div className={styles.buttons}>
        <Button type="submit" disabled={!online} busy={request.busy}>
          {words.add}
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
