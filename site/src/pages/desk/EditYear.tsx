import { type SyntheticEvent, useRef, useState } from "react";
import type { Year } from "../../api/types";
import { useOnline } from "../../lib/use-online";
import { readYearNow, updateYear } from "../../session/events";
import { desk } from "../../text/desk";
import { staff } from "../../text/staff";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { FailureAlert } from "../parts/staff/FailureAlert";
import styles from "../parts/staff/Staff.module.css";
import { ConflictAlert } from "./ConflictAlert";
import { refusedField } from "./refused-field";
import { startText } from "./start-text";
import { useCarefulSave } from "./use-careful-save";
import { useFirstError } from "./use-first-error";
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
  const [checked, setChecked] = useState(false);
  const { request, conflict, save, settle } = useCarefulSave(
    loaded,
    () => readYearNow(slug, loaded.year),
    (year) => updateYear(slug, year),
  );
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstError = useFirstError(form);
  const refused = refusedField(request.failure);
  const refusedAt = YEAR_FIELDS.get(refused?.field ?? "");
  const found = yearProblems(draft);
  const problems = {
    ...(checked && found),
    ...(refused !== null &&
      refusedAt !== undefined && { [refusedAt]: <span lang="en">{refused.rule}</span> }),
  };
  const shown = (year: Year, field: keyof Year) => {
    if (field === "dateTime") return startText(year.dateTime);
    return field === "rankingType" ? rankingName(eventType, year.rankingType) : String(year[field]);
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!online || request.busy) return;
    setChecked(true);
    if (Object.keys(found).length > 0) return focusFirstError();
    const outcome = await save(yearOfDraft(draft));
    if (outcome.kind === "saved") return onSaved(outcome.saved, outcome.elsewhere);
    if (outcome.kind === "conflict") return setDraft(yearDraftOf(outcome.result));
    focusFirstError();
  };
  const take = () => {
    if (conflict !== null)
      setDraft(
        yearDraftOf({
          ...yearOfDraft(draft),
          ...Object.fromEntries(conflict.fields.map((field) => [field, conflict.stored[field]])),
        }),
      );
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
            stored: shown(conflict.stored, field),
            mine: shown(yearOfDraft(draft), field),
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
          {staff.form.save} <span className="hidden">{loaded.year}</span>
        </Button>
        <Button onClick={onClose}>
          {staff.form.cancel} <span className="hidden">{loaded.year}</span>
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
