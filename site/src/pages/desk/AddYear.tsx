import { useState } from "react";
import type { Year } from "../../api/types";
import { addYear } from "../../session/events";
import { desk } from "../../text/desk";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { OfflineNote, StaffForm } from "../parts/staff/StaffForm";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";
import { useDraftForm } from "./use-draft-form";
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
  const request = useRequest();
  const { form, online, problems, isAtField, submit } = useDraftForm(
    request,
    yearProblems(draft),
    YEAR_FIELDS,
  );
  const taken = request.failure?.status === 409;
  const send = () => request.run(async () => onAdd(await addYear(slug, yearOfDraft(draft))));
  return (
    <StaffForm ref={form} onSubmit={() => submit(send)}>
      {latest !== undefined && <p className={styles.note}>{words.copied(latest.year)}</p>}
      <YearFields
        isNew
        draft={draft}
        eventType={eventType}
        problems={taken ? { ...problems, year: words.yearTaken } : problems}
        onChange={(changed) => {
          request.forget();
          setDraft(changed);
        }}
      />
      {request.failure !== null && !isAtField && !taken && (
        <FailureAlert failure={request.failure} />
      )}
      <div className={styles.buttons}>
        <Button type="submit" disabled={!online} busy={request.busy}>
          {words.add}
        </Button>
        <Button onClick={onClose}>{staff.form.cancel}</Button>
      </div>
      <OfflineNote />
    </StaffForm>
  );
}
