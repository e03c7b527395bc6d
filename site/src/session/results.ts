/** Results from a table: planning what it would do to a year, and doing it (api.md 4.17). */
import type { Schemas, Wire } from "../api/calls";
import { isObject, type JsonObject, number, objects, text, texts } from "../api/types";
import { ABOUT_AN_EVENT, accountSession } from "./client";

/** How a table is read, apart from its columns; as on the wire. */
export type Reading = Record<keyof Schemas["ReadingIn"], string>;

/** A table in the form in which it is sent. */
interface PlannedTable {
  columns: readonly string[];
  lines: readonly number[];
  cells: readonly (readonly string[])[];
}

/** The outcome for a line. */
export type Outcome = Schemas["Outcome"];

/** A problem in a cell; `what` is one of the words of api.md 4.17. */
export type SheetProblem = Schemas["SheetProblem"];

/** The change of one value. */
export type ResultChange = Schemas["Change"];

/** A line with something to report. */
export interface PlannedLine {
  line: number;
  outcome: Outcome;
  bib: string;
  faults: SheetProblem[];
  remarks: SheetProblem[];
  changes: ResultChange[];
}

/** A person who is stored but not in the table. */
export type OtherPerson = Schemas["Other"];

/** People with the same time. */
export interface Tie {
  distance: string;
  segment: string;
  place: number;
  bibs: string[];
  byPlace: boolean;
}

export interface ResultsPlan {
  born: string;
  counts: Record<Outcome, number>;
  lines: PlannedLine[];
  /** Rows to be written unchanged, those of a person together. */
  results: JsonObject[];
  seen: string[];
  missing: OtherPerson[];
  moved: OtherPerson[];
  ties: Tie[];
}

const OUTCOMES: readonly Outcome[] = ["new", "changed", "same", "invalid", "skipped"];

function problems(value: Wire<Schemas["PlannedLine"]["faults"]> | undefined): SheetProblem[] {
  return objects(value).map((json) => ({
    column: number(json.column),
    what: text(json.what),
    number: number(json.number),
  }));
}

function people(value: Wire<Schemas["ResultsPlan"]["missing"]> | undefined): OtherPerson[] {
  return objects(value).map((json) => ({
    bib: text(json.bib),
    first: text(json.first),
    last: text(json.last),
    distance: text(json.distance),
    before: number(json.before),
    after: number(json.after),
  }));
}

/** `POST r/results/plan`: plans and writes nothing. */
export async function planResults(
  slug: string,
  year: string,
  { columns, lines, cells }: PlannedTable,
  reading: Reading,
): Promise<ResultsPlan> {
  const body = {
    slug,
    year,
    columns: [...columns],
    lines: [...lines],
    cells: cells.map((row) => [...row]),
    reading,
  };
  const answer = await accountSession.post("r/results/plan", body, ABOUT_AN_EVENT);
  const counts: Wire<Schemas["OutcomeCounts"]> = isObject(answer.counts) ? answer.counts : {};
  return {
    born: text(answer.born),
    counts: {
      new: number(counts.new),
      changed: number(counts.changed),
      same: number(counts.same),
      invalid: number(counts.invalid),
      skipped: number(counts.skipped),
    },
    lines: objects(answer.lines).map((json) => ({
      line: number(json.line),
      outcome: OUTCOMES.find((outcome) => outcome === json.outcome) ?? "invalid",
      bib: text(json.bib),
      faults: problems(json.faults),
      remarks: problems(json.remarks),
      changes: objects(json.changes).map((change) => ({
        field: text(change.field),
        segment: text(change.segment),
        before: text(change.before),
        after: text(change.after),
      })),
    })),
    results: objects(answer.results),
    seen: texts(answer.seen),
    missing: people(answer.missing),
    moved: people(answer.moved),
    ties: objects(answer.ties).map((json) => ({
      distance: text(json.distance),
      segment: text(json.segment),
      place: number(json.place),
      bibs: texts(json.bibs),
      byPlace: json.by_place === true,
    })),
  };
}

/** Rows of a plan, and the stored state that the plan is based on. */
export interface PlannedRows {
  born: string;
  results: readonly JsonObject[];
  seen: readonly string[];
}

/**
 * `POST r/results/add`: 409 if somebody else has changed one of them since the plan; then nothing
 * is written.
 */
export async function addPlanned(
  slug: string,
  year: string,
  { born, results, seen }: PlannedRows,
): Promise<void> {
  await accountSession.post(
    "r/results/add",
    { slug, year, born, results: results as Schemas["ResultIn"][], seen: [...seen] },
    ABOUT_AN_EVENT,
  );
}
