import { useState } from "react";
import type { Year } from "../../api/types";
import { readYearNow, updateYear } from "../../session/events";
import { desk } from "../../text/desk";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { OfflineNote, StaffForm } from "../parts/staff/StaffForm";
import styles from "../parts/staff/Staff.module.css";
import { ConflictAlert } from "./ConflictAlert";
import { startText } from "./start-text";
import { useCarefulSave } from "./use-careful-save";
import { useDraftForm } from "./use-draft-form";
import { YEAR_FIELDS, yearDraftOf, yearOfDraft, yearProblems } from "./year-draft";
import { rankingName, YearFields } from "./YearFields";

/** The form that changes a year, except for its key and whether it is live. */
export function EditYear({
  slug,
  eventType,
  loaded,
  onSaved,
  onClose,
}: {
  slug: string;
  eventType: string;
  /** As it was when the form was opened. */
  loaded: Year;
  /** Called with the year as now stored, and the fields that somebody else had changed. */
  onSaved: (year: Year, elsewhere: readonly (keyof Year)[]) => void;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => yearDraftOf(loaded));
  const { request, conflict, save, settle } = useCarefulSave(
    loaded,
    () => readYearNow(slug, loaded.year),
    (year) => updateYear(slug, year),
  );
  const { form, online, problems, isAtField, submit } = useDraftForm(
    request,
    yearProblems(draft),
    YEAR_FIELDS,
  );
  const send = async () => {
    const outcome = await save(yearOfDraft(draft));
    if (outcome.kind === "saved") onSaved(outcome.saved, outcome.elsewhere);
    if (outcome.kind === "conflict") setDraft(yearDraftOf(outcome.result));
    return outcome.kind !== "failed";
  };
  const take = () => {
    setDraft(yearDraftOf({ ...yearOfDraft(draft), ...settle() }));
    form.current?.querySelector<HTMLElement>("input")?.focus();
  };
  return (
    <StaffForm ref={form} onSubmit={() => submit(send)}>
      <YearFields
        draft={draft}
        eventType={eventType}
        problems={problems}
        onChange={(changed) => {
          request.forget();
          setDraft(changed);
        }}
      />
      {conflict !== null && (
        <ConflictAlert
          fields={conflict.fields.map((field) => ({
            name: desk.years.fields[field],
            stored: shown(eventType, conflict.stored, field),
            mine: shown(eventType, yearOfDraft(draft), field),
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
          {staff.form.save} <span className="hidden">{loaded.year}</span>
        </Button>
        <Button onClick={onClose}>
          {staff.form.cancel} <span className="hidden">{loaded.year}</span>
        </Button>
      </div>
      <OfflineNote />
    </StaffForm>
  );
}

function shown(eventType: string, year: Year, field: keyof Year): string {
  if (field === "dateTime") return startText(year.dateTime);
  return field === "rankingType" ? rankingName(eventType, year.rankingType) : String(year[field]);
}
