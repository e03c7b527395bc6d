import { eventTypeOf } from "../../scoring/row";
import { desk } from "../../text/desk";
import { Checkbox, type Option } from "../../ui/Field";
import { SelectField } from "../parts/staff/SelectField";
import styles from "../parts/staff/Staff.module.css";
import type { Problems } from "./event-draft";
import { HintedField } from "./HintedField";
import { StartFields } from "./StartFields";
import type { YearDraft, YearDraftField } from "./year-draft";

/** The fields of a year; its key and whether it is live only for a new one. */
export function YearFields({
  draft,
  eventType,
  problems,
  isNew = false,
  onChange,
}: {
  draft: YearDraft;
  eventType: string;
  problems: Problems<YearDraftField>;
  isNew?: boolean;
  onChange: (draft: YearDraft) => void;
}) {
  const words = desk.years;
  // The key follows the date until somebody types a different one.
  const follows = isNew && draft.year === draft.start.date.slice(0, 4);
  const keyFields = isNew && (
    <div className={styles.wide}>
      <HintedField
        label={words.fields.year}
        hint={words.yearAbout}
        error={problems.year ?? ""}
        autoComplete="off"
        spellCheck={false}
        aria-required="true"
        value={draft.year}
        onChange={(event) => onChange({ ...draft, year: event.target.value })}
      />
    </div>
  );
  return (
    <div className={styles.fields}>
      <StartFields
        start={draft.start}
        problems={problems}
        onChange={(start) =>
          onChange({ ...draft, start, ...(follows && { year: start.date.slice(0, 4) }) })
        }
      />
      {keyFields}
      <HintedField
        label={words.fields.daysAllowed}
        hint={words.daysAbout}
        error={problems.days ?? ""}
        inputMode="numeric"
        autoComplete="off"
        value={draft.days}
        onChange={(event) => onChange({ ...draft, days: event.target.value })}
      />
      <SelectField
        label={words.fields.rankingType}
        hint={words.rankingAbout}
        error={problems.rankingType ?? ""}
        options={rankingOptions(eventType, draft.rankingType)}
        value={draft.rankingType}
        onChange={(rankingType) => onChange({ ...draft, rankingType })}
      />
      {isNew && (
        <div className={styles.wide}>
          <Checkbox
            label={words.fields.live}
            checked={draft.live}
            onToggle={(live) => onChange({ ...draft, live })}
          />
          <p className={styles.note}>{words.liveAbout}</p>
        </div>
      )}
    </div>
  );
}

/** A ranking type in the words of the result pages; as stored if they have none. */
export function rankingName(eventType: string, rankingType: string): string {
  const names: Readonly<Record<string, string>> = desk.years.rankings[eventTypeOf(eventType)];
  const name = Object.hasOwn(names, rankingType) ? names[rankingType] : undefined;
  return name ?? desk.years.asStored(rankingType === "" ? desk.form.empty : rankingType);
}

function rankingOptions(eventType: string, stored: string): Option[] {
  const all = [...new Set(["gun", "chip", stored])];
  return all.map((value) => ({ value, label: rankingName(eventType, value) }));
}
