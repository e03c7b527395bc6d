import { useId } from "react";
import { hasEitherOrder } from "../../format/birthdate";
import { MEANINGS, meaningOf, openLetters, withMeaning } from "../../csv/genders";
import { hasFourParts, hasTwoParts } from "../../csv/time-parts";
import { cellOf } from "../../csv/table";
import { sheet } from "../../text/sheet";
import field from "../../ui/Field.module.css";
import csv from "../parts/csv/Csv.module.css";
import { SelectField } from "../parts/staff/SelectField";
import type { Draft, ResultsImport } from "./use-results-import";

/** Whether a bib is a number, so that zeros may stand in front. */
function hasNumber(bibs: readonly string[]): boolean {
  return bibs.some((bib) => /^\s*\d+\s*$/.test(bib));
}

/** The decisions about a table beyond its columns. */
export function ReadingOptions({
  draft,
  read,
  known,
  laps,
  checked,
}: {
  draft: Draft;
  read: ResultsImport["read"];
  /** Distances that are published. */
  known: readonly string[];
  laps: boolean;
  /** Whether to show that a distance is required. */
  checked: boolean;
}) {
  const words = sheet.options;
  const id = useId();
  const {
    columns: { mapping, timed },
    reading,
    table,
  } = draft;
  const times = [mapping.clock, mapping.chip, ...timed].flatMap((column) =>
    column === undefined ? [] : table.rows.map((row) => cellOf(row, column)),
  );
  const missing = checked && mapping.distance === undefined && reading.distance.trim() === "";
  return (
    <div className={csv.mapping}>
      <h3>{words.heading}</h3>
      <div className={csv.fields}>
        {mapping.distance === undefined && (
          <div className={field.field}>
            <label htmlFor={id}>{words.distance}</label>
            <input
              id={id}
              className={field.input}
              list={`${id}-known`}
              autoComplete="off"
              aria-required
              aria-invalid={missing || undefined}
              aria-describedby={missing ? `${id}-error` : undefined}
              value={reading.distance}
              onChange={(event) => read({ distance: event.target.value })}
            />
            <datalist id={`${id}-known`}>
              {known.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            {missing && (
              <p id={`${id}-error`} className={field.error}>
                {sheet.needsDistance}
              </p>
            )}
          </div>
        )}
        {mapping.name !== undefined && (
          <SelectField
            label={words.names}
            options={[
              { value: "first-last", label: words.firstLast },
              { value: "last-first", label: words.lastFirst },
            ]}
            value={reading.names}
            onChange={(names) => read({ names })}
          />
        )}
        <SelectField
          label={words.numbers}
          options={[
            { value: "", label: words.numbersAuto },
            { value: "seconds", label: words.seconds },
            { value: "minutes", label: words.minutes },
            { value: "days", label: words.days },
            { value: "parts", label: words.parts },
          ]}
          value={reading.numbers}
          onChange={(numbers) => read({ numbers })}
        />
        {(hasTwoParts(times) || reading.numbers === "parts") && (
          <div>
            <SelectField
              label={words.twoParts}
              options={[
                { value: "", label: words.twoPartsAuto },
                { value: "m:ss", label: words.minutesSeconds },
                { value: "h:mm", label: words.hoursMinutes },
              ]}
              value={reading.two_parts}
              onChange={(parts) => read({ two_parts: parts })}
            />
            {draft.proposed && (
              <p role="status" className={csv.asked}>
                {words.twoPartsProposed}
              </p>
            )}
          </div>
        )}
        {hasFourParts(times) && (
          <SelectField
            label={words.fourParts}
            options={[
              { value: "", label: words.fourPartsAuto },
              { value: "days", label: words.fourPartsDays },
              { value: "fraction", label: words.fourPartsFraction },
            ]}
            value={reading.four_parts}
            onChange={(parts) => read({ four_parts: parts })}
          />
        )}
        {mapping.bib !== undefined &&
          hasNumber(table.rows.map((row) => cellOf(row, mapping.bib))) && (
            <SelectField
              label={words.bibs}
              options={[
                { value: "written", label: words.bibsWritten },
                { value: "value", label: words.bibsValue },
              ]}
              value={reading.bibs}
              onChange={(bibs) => read({ bibs })}
            />
          )}
        {mapping.covered !== undefined && (
          <SelectField
            label={words.covered}
            options={[
              { value: "", label: words.coveredNone },
              { value: "mi", label: words.miles },
              { value: "km", label: words.kilometres },
            ]}
            value={reading.covered}
            onChange={(covered) => read({ covered })}
          />
        )}
        <SelectField
          label={words.untimed}
          options={[
            { value: "", label: words.untimedFault },
            { value: "left-out", label: words.leftOut },
            { value: "dns", label: words.dns },
          ]}
          value={reading.untimed}
          onChange={(untimed) => read({ untimed })}
        />
        <SelectField
          label={words.ageGroups}
          options={[
            { value: "", label: words.noGroups },
            { value: "ten", label: words.ten },
            { value: "five", label: words.five },
          ]}
          value={reading.age_groups}
          onChange={(groups) => read({ age_groups: groups })}
        />
        {mapping.gender !== undefined &&
          openLetters(table.rows.map((row) => cellOf(row, mapping.gender))).map((letter) => (
            <SelectField
              key={letter}
              label={words.letter(letter)}
              options={[
                { value: "", label: words.byOthers },
                ...MEANINGS.map((value) => ({ value, label: words.meanings[value] })),
              ]}
              value={meaningOf(reading.genders, letter)}
              onChange={(means) => read({ genders: withMeaning(reading.genders, letter, means) })}
            />
          ))}
        {mapping.birthdate !== undefined &&
          hasEitherOrder(table.rows.map((row) => cellOf(row, mapping.birthdate))) && (
            <SelectField
              label={words.dates}
              options={[
                { value: "month-first", label: words.monthFirst },
                { value: "day-first", label: words.dayFirst },
              ]}
              value={reading.dates}
              onChange={(dates) => read({ dates })}
            />
          )}
        {!laps && timed.length > 0 && mapping.clock !== undefined && mapping.chip !== undefined && (
          <SelectField
            label={words.splits}
            options={[
              { value: "clock", label: words.clockSplits },
              { value: "chip", label: words.chipSplits },
            ]}
            value={reading.splits}
            onChange={(splits) => read({ splits })}
          />
        )}
        {laps && timed.length > 0 && (
          <SelectField
            label={words.laps}
            options={[
              { value: "total", label: words.totalLaps },
              { value: "each", label: words.eachLap },
            ]}
            value={reading.laps}
            onChange={(each) => read({ laps: each })}
          />
        )}
        {mapping.status !== undefined && (
          <SelectField
            label={words.status}
            options={[
              { value: "words", label: words.statusWords },
              { value: "ultrasignup", label: words.ultrasignup },
            ]}
            value={reading.status}
            onChange={(status) => read({ status })}
          />
        )}
      </div>
    </div>
  );
}
