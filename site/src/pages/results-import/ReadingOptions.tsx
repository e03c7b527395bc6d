import { type ReactNode, useId } from "react";
import { hasEitherOrder } from "../../format/birthdate";
import { MEANINGS, meaningOf, openLetters, withMeaning } from "../../csv/genders";
import { hasFourParts, hasTwoParts } from "../../csv/time-parts";
import { cellOf, type Table } from "../../csv/table";
import { sheet } from "../../text/sheet";
import field from "../../ui/Field.module.css";
import csv from "../parts/csv/Csv.module.css";
import { SelectField } from "../parts/staff/SelectField";
import type { Draft, ResultsImport } from "./use-results-import";

/** Whether a bib is a number, so that zeros may stand in front. */
function hasNumber(bibs: readonly string[]): boolean {
  return bibs.some((bib) => /^\s*\d+\s*$/.test(bib));
}

function cellsOf(table: Table, column: number | undefined): string[] {
  return column === undefined ? [] : table.rows.map((row) => cellOf(row, column));
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
  const { columns, reading, table } = draft;
  const { mapping, timed } = columns;
  const cells = (column: number | undefined) => cellsOf(table, column);
  const times = [mapping.clock, mapping.chip, ...timed].flatMap(cells);
  const clockAndChip = mapping.clock !== undefined && mapping.chip !== undefined;
  const choice = (option: keyof typeof words.choices) => {
    const { label, ...values } = words.choices[option];
    return (
      <SelectField
        label={label}
        options={Object.entries(values).map(([value, name]) => ({ value, label: name }))}
        value={reading[option]}
        onChange={(value) => read({ [option]: value })}
      />
    );
  };
  return (
    <div className={csv.mapping}>
      <h3>{words.heading}</h3>
      <div className={csv.fields}>
        {mapping.distance === undefined && (
          <DistanceOfAll
            value={reading.distance}
            missing={checked && reading.distance.trim() === ""}
            onChange={(distance) => read({ distance })}
          >
            {known.map((name) => (
              <option key={name} value={name} />
            ))}
          </DistanceOfAll>
        )}
        {mapping.name !== undefined && choice("names")}
        {choice("numbers")}
        {(hasTwoParts(times) || reading.numbers === "parts") && (
          <div>
            {choice("two_parts")}
            {draft.proposed && (
              <p role="status" className={csv.asked}>
                {words.twoPartsProposed}
              </p>
            )}
          </div>
        )}
        {hasFourParts(times) && choice("four_parts")}
        {hasNumber(cells(mapping.bib)) && choice("bibs")}
        {mapping.covered !== undefined && choice("covered")}
        {choice("untimed")}
        {choice("age_groups")}
        {openLetters(cells(mapping.gender)).map((letter) => (
          <LetterOption
            key={letter}
            letter={letter}
            genders={reading.genders}
            onChange={(genders) => read({ genders })}
          />
        ))}
        {hasEitherOrder(cells(mapping.birthdate)) && choice("dates")}
        {clockAndChip && !laps && timed.length > 0 && choice("splits")}
        {laps && timed.length > 0 && choice("laps")}
        {mapping.status !== undefined && choice("status")}
      </div>
    </div>
  );
}

/** The choice of a gender for a letter of the column of genders. */
function LetterOption({
  letter,
  genders,
  onChange,
}: {
  letter: string;
  genders: string;
  onChange: (genders: string) => void;
}) {
  const words = sheet.options;
  return (
    <SelectField
      label={words.letter(letter)}
      options={[
        { value: "", label: words.byOthers },
        ...MEANINGS.map((value) => ({ value, label: words.meanings[value] })),
      ]}
      value={meaningOf(genders, letter)}
      onChange={(means) => onChange(withMeaning(genders, letter, means))}
    />
  );
}

/** The distance of all lines, where the table has no column for it. */
function DistanceOfAll({
  value,
  missing,
  onChange,
  children,
}: {
  value: string;
  missing: boolean;
  onChange: (value: string) => void;
  /** The proposals, as options. */
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div className={field.field}>
      <label htmlFor={id}>{sheet.options.distance}</label>
      <input
        id={id}
        className={field.input}
        list={`${id}-known`}
        autoComplete="off"
        aria-required
        aria-invalid={missing || undefined}
        aria-describedby={missing ? `${id}-error` : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-known`}>{children}</datalist>
      {missing && (
        <p id={`${id}-error`} className={field.error}>
          {sheet.needsDistance}
        </p>
      )}
    </div>
  );
}
