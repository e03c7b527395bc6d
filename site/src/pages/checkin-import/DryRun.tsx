import type { ReactNode } from "react";
import type { Identity } from "../../csv/match";
import type { Change, Planned } from "../../csv/planned";
import { FIELDS, type Source, SWITCHES } from "../../csv/fields";
import { fullName } from "../../format/name";
import { organiser } from "../../text/organiser";
import { text } from "../../text/text";
import type { Column } from "../../ui/table-props";
import csv from "../parts/csv/Csv.module.css";
import { beforeProblem, Counts, Entries, EntryTable } from "../parts/csv/Preview";
import { fieldWords, problemWords } from "../parts/csv/problem-words";
import styles from "../parts/csv/Import.module.css";

/** The effect of the file: how many lines of each kind, and the lines themselves. */
export function DryRun({
  planned,
  counts,
  headingOf,
}: {
  planned: readonly Planned[];
  counts: Record<Planned["outcome"], number>;
  /** The file's heading of a field; "" if it has none. */
  headingOf: (field: Source) => string;
}) {
  const words = organiser.dryRun;
  const of = (outcome: Planned["outcome"]) => planned.filter((row) => row.outcome === outcome);
  const noted = planned.filter(
    ({ outcome, notes }) => notes.length > 0 && outcome !== "removed" && outcome !== "invalid",
  );
  const known = (by: Identity) =>
    planned.filter((row) => row.by === by && row.outcome !== "removed").length;
  return (
    <>
      <Counts
        outcomes={["new", "changed", "same", "invalid", "removed"]}
        names={words.outcomes}
        counts={counts}
      />
      <p className={csv.note}>
        {words.identity} {words.known(known("id"), known("bib"), known("name"))}
      </p>
      <p className={csv.note}>{words.stays}</p>
      <Lines
        heading={words.invalid}
        rows={of("invalid")}
        open={(row) =>
          row.problems.map((problem) => (
            <p key={`${problem.field ?? ""} ${problem.what}`} className={styles.wrong}>
              {placeWords(problem.field, headingOf)}
              {problemWords(problem)}
            </p>
          ))
        }
      />
      <Lines heading={words.changed} rows={of("changed")} open={(row) => <Changes row={row} />} />
      <NewOnes rows={of("new")} />
      <Lines
        heading={words.noted}
        rows={noted}
        open={(row) =>
          row.notes.map((note) => (
            <p key={note.field}>
              {placeWords(note.field, headingOf)}
              {problemWords(note)}
            </p>
          ))
        }
      />
      <Lines heading={words.removed} rows={of("removed")} open={() => null} />
    </>
  );
}

/** "Birth date (DOB): ", with the heading in the file; "" for a line as a whole. */
function placeWords(field: Source | null, headingOf: (field: Source) => string): string {
  if (field === null) return "";
  return beforeProblem(fieldWords(field), headingOf(field));
}

function Lines({
  heading,
  rows,
  open,
}: {
  heading: (count: number) => string;
  rows: readonly Planned[];
  open: (row: Planned) => ReactNode;
}) {
  return (
    <Entries
      heading={heading}
      entries={rows}
      keyOf={({ line }) => line}
      draw={(row) => (
        <>
          <p>
            <b>{organiser.dryRun.line(row.line)}</b> {nameOf(row)}
          </p>
          {open(row)}
        </>
      )}
    />
  );
}

function Changes({ row: { changes, by } }: { row: Planned }) {
  return (
    <>
      {by !== null && <p className={csv.note}>{organiser.dryRun.by[by]}</p>}
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={change.field}>
            {fieldWords(change.field)}: <ChangeWords change={change} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ChangeWords({ change: { field, before, after } }: { change: Change }) {
  return (
    <>
      <del>{shown(field, before)}</del> <span aria-hidden="true">→</span>
      <span className="hidden"> {organiser.dryRun.becomes} </span> <ins>{shown(field, after)}</ins>
    </>
  );
}

function shown(field: Change["field"], value: string): string {
  if (SWITCHES.has(field)) return value === "true" ? organiser.dryRun.yes : organiser.dryRun.no;
  return value === "" ? organiser.dryRun.empty : value;
}

/** The first of the new participants as they will be stored. */
function NewOnes({ rows }: { rows: readonly Planned[] }) {
  const words = organiser.dryRun;
  const used = FIELDS.filter(
    (field) =>
      field !== "first" &&
      field !== "last" &&
      rows.some(({ participant }) => participant[field] !== "" && participant[field] !== false),
  );
  const columns: Column<Planned>[] = [
    {
      key: "line",
      heading: words.lineColumn,
      width: "4.5rem",
      narrow: "4rem",
      cell: ({ line }) => line,
    },
    {
      key: "name",
      heading: text.columns.name,
      names: true,
      cell: (row) => (
        <>
          {nameOf(row)}
          <span className={styles.folded}>
            {used
              .map((field) => valueOf(row, field))
              .filter((value) => value !== "")
              .join(" · ")}
          </span>
        </>
      ),
    },
    ...used.map(
      (field): Column<Planned> => ({
        key: field,
        heading: fieldWords(field),
        folds: "small",
        width: "7.5rem",
        cell: (row) => valueOf(row, field),
      }),
    ),
  ];
  return (
    <EntryTable
      heading={words.new(rows.length)}
      caption={words.newCaption}
      columns={columns}
      rows={rows}
      keyOf={({ line }) => String(line)}
    />
  );
}

function valueOf({ participant }: Planned, field: Change["field"]): string {
  const value = participant[field];
  return typeof value === "boolean" ? (value ? fieldWords(field) : "") : value;
}

function nameOf({ participant: { first, last, bib, id } }: Planned): string {
  return fullName(first, last) || (bib === "" ? id : text.bib(bib));
}
