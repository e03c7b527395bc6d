import { useCallback } from "react";
import { Link } from "react-router";
import { fullName } from "../../format/name";
import { formatTime } from "../../format/time";
import { type JsonObject, number as numberOf, text as textOf } from "../../api/types";
import { useLoaded } from "../../lib/use-loaded";
import { paths } from "../../paths";
import { countCorrections } from "../../session/corrections";
import type {
  OtherPerson,
  Outcome,
  PlannedLine,
  ResultChange,
  SheetProblem,
  Tie,
} from "../../session/results";
import { number } from "../../text/intl";
import { sheet } from "../../text/sheet";
import { text } from "../../text/text";
import type { Column } from "../../ui/table-props";
import styles from "../parts/csv/Import.module.css";
import csv from "../parts/csv/Csv.module.css";
import { beforeProblem, Counts, Entries, EntryTable } from "../parts/csv/Preview";
import type { Checked } from "./use-results-import";

/** The effect of the table: how many lines of each kind, and the lines themselves. */
export function PlanView({
  slug,
  year,
  checked: { plan, sent, draft },
}: {
  slug: string;
  year: string;
  checked: Checked;
}) {
  const { counts, lines, ties, missing, results } = plan;
  const headingOf = (column: number) => draft.table.headings[sent.from[column] ?? -1] ?? "";
  const roleOf = (column: number) => sent.columns[column] ?? "";
  const of = (outcome: Outcome) => lines.filter((line) => line.outcome === outcome);
  const problems = (
    line: number,
    found: readonly SheetProblem[],
    words: Parameters<typeof problemWords>[0],
    className?: string,
  ) => (
    <>
      <p>
        <b>{sheet.line(line)}</b>
      </p>
      {found.map((problem) => (
        <p key={`${problem.column} ${problem.what}`} className={className}>
          {placeWords(roleOf(problem.column), headingOf(problem.column))}
          {problemWords(words, problem)}
        </p>
      ))}
    </>
  );
  return (
    <>
      <Counts
        outcomes={["new", "changed", "same", "invalid", "skipped"]}
        names={sheet.outcomes}
        counts={counts}
      />
      <p className={csv.note}>{sheet.identity}</p>
      <Entries
        heading={sheet.invalid}
        entries={of("invalid")}
        keyOf={({ line }) => line}
        draw={({ line, faults }) => problems(line, faults, sheet.faults, styles.wrong)}
      />
      <Entries
        heading={sheet.changed}
        entries={of("changed")}
        keyOf={({ line }) => line}
        draw={(line) => <Changes line={line} />}
      />
      <Entries
        heading={sheet.ties}
        entries={ties}
        keyOf={(tie) => `${tie.distance}\n${tie.segment}\n${tie.place}`}
        draw={(tie) => <TieWords tie={tie} />}
      />
      <Entries
        heading={sheet.missing}
        about={sheet.missingAbout}
        entries={missing}
        keyOf={({ bib, distance }) => `${distance}\n${bib}`}
        draw={(other) => <Missing other={other} />}
      />
      <Entries
        heading={sheet.remarks}
        entries={lines.filter(
          ({ outcome, remarks }) =>
            remarks.length > 0 && outcome !== "invalid" && outcome !== "skipped",
        )}
        keyOf={({ line }) => line}
        draw={({ line, remarks }) => problems(line, remarks, sheet.noted)}
      />
      <Entries
        heading={sheet.skipped}
        entries={of("skipped")}
        keyOf={({ line }) => line}
        draw={({ line }) => problems(line, [], sheet.faults)}
      />
      <Corrected slug={slug} year={year} />
      <Places results={results} />
    </>
  );
}

/** That readers get something else than the file says, where runners are corrected by hand. */
function Corrected({ slug, year }: { slug: string; year: string }) {
  const { data } = useLoaded(useCallback(() => countCorrections(slug, year), [slug, year]));
  if (data === null || data.all === 0) return null;
  return (
    <p>
      {sheet.corrected(data.all)}{" "}
      <Link to={paths.corrections(slug, year)}>{sheet.corrections}</Link>
    </p>
  );
}

/** "Clock time (Gun Time): ", with the heading in the file; "" for a line as a whole. */
function placeWords(role: string, heading: string): string {
  if (role === "") return "";
  const name = (sheet.roles as Readonly<Record<string, string>>)[role] ?? "";
  if (name === "") return heading === "" ? "" : `${heading}: `;
  return beforeProblem(name, heading);
}

/** An error or a note; there is a text even for a server word that is not known here yet. */
function problemWords(
  words: Readonly<Record<string, string | ((value: number) => string)>>,
  { what, number: about }: SheetProblem,
): string {
  const found = words[what] ?? words.other ?? "";
  return typeof found === "string" ? found : found(about);
}

function Changes({ line: { line, bib, changes } }: { line: PlannedLine }) {
  return (
    <>
      <p>
        <b>{sheet.line(line)}</b> {sheet.bib(bib)}
      </p>
      <ul className={styles.changes}>
        {changes.map((change) => (
          <li key={`${change.segment} ${change.field}`}>
            <ChangeWords change={change} />
          </li>
        ))}
      </ul>
    </>
  );
}

function ChangeWords({ change: { field, segment, before, after } }: { change: ResultChange }) {
  const name = (sheet.fields as Readonly<Record<string, string>>)[field] ?? field;
  return (
    <>
      {segment === "" ? name : `${segment}, ${name}`}
      {": "}
      <del>{before === "" ? sheet.empty : before}</del> <span aria-hidden="true">→</span>
      <span className="hidden"> {sheet.becomes} </span>{" "}
      <ins>{after === "" ? sheet.empty : after}</ins>
    </>
  );
}

function TieWords({ tie: { distance, segment, place, bibs, byPlace } }: { tie: Tie }) {
  return (
    <p>
      {distance}
      {segment !== "" && `, ${segment}`}
      {": "}
      {sheet.tie(place, bibs.join(", "))} {byPlace ? sheet.byPlace : sheet.byBib}
    </p>
  );
}

function Missing({ other: { bib, first, last, distance, before, after } }: { other: OtherPerson }) {
  return (
    <p>
      {distance}
      {": "}
      {sheet.bib(bib)} {fullName(first, last)}{" "}
      {before !== after && sheet.moved(placeWord(before), placeWord(after))}
    </p>
  );
}

function placeWord(place: number): string {
  return place < 1 ? sheet.noPlace : number(place);
}

/** The finish rows to be written, in the order of their places. */
function Places({ results }: { results: readonly JsonObject[] }) {
  const rows = results.filter(({ finish }) => finish === true).toSorted(inOrder);
  const tenths = rows.some(({ milliseconds }) => numberOf(milliseconds) !== 0);
  return (
    <EntryTable
      heading={sheet.places}
      caption={sheet.placesCaption}
      columns={columnsOf(tenths)}
      rows={rows}
      keyOf={(row) =>
        `${textOf(row.person_id)}\n${textOf(row.location)}\n${numberOf(row.occurence)}`
      }
    />
  );
}

function columnsOf(tenths: boolean): Column<JsonObject>[] {
  return [
    {
      key: "place",
      heading: sheet.placeColumn,
      width: "4.5rem",
      narrow: "4rem",
      cell: (row) => placeOf(row.ranking),
    },
    {
      key: "bib",
      heading: sheet.bibColumn,
      width: "5rem",
      folds: "small",
      cell: (row) => textOf(row.bib),
    },
    {
      key: "name",
      heading: text.columns.name,
      names: true,
      cell: (row) => (
        <>
          {fullName(textOf(row.first), textOf(row.last)) || sheet.bib(textOf(row.bib))}
          <span className={styles.folded}>
            {textOf(row.bib)} · {textOf(row.distance)}
          </span>
        </>
      ),
    },
    {
      key: "time",
      heading: sheet.timeColumn,
      width: "6.5rem",
      narrow: "6rem",
      cell: (row) => timeOf(row, tenths),
    },
    {
      key: "distance",
      heading: sheet.roles.distance,
      width: "7.5rem",
      folds: "small",
      cell: (row) => textOf(row.distance),
    },
    {
      key: "group",
      heading: sheet.groupColumn,
      width: "7rem",
      folds: "small",
      cell: (row) => textOf(row.age_group),
    },
    {
      key: "gender",
      heading: sheet.genderPlace,
      width: "6rem",
      folds: "small",
      cell: (row) => placeOf(row.gender_ranking),
    },
    {
      key: "age",
      heading: sheet.agePlace,
      width: "6rem",
      folds: "small",
      cell: (row) => placeOf(row.age_ranking),
    },
  ];
}

const UNPLACED = Number.MAX_SAFE_INTEGER;

function rankOf({ ranking }: JsonObject): number {
  return numberOf(ranking) >= 1 ? numberOf(ranking) : UNPLACED;
}

function inOrder(a: JsonObject, b: JsonObject): number {
  return (
    textOf(a.distance).localeCompare(textOf(b.distance)) ||
    rankOf(a) - rankOf(b) ||
    numberOf(b.occurence) - numberOf(a.occurence)
  );
}

function placeOf(value: unknown): string {
  return numberOf(value) >= 1 ? number(numberOf(value)) : "";
}

function timeOf({ type, seconds, milliseconds }: JsonObject, tenths: boolean): string {
  const kind = numberOf(type);
  if (kind === 3 || kind === 30) return "DNF";
  return kind === 31 ? "DNS" : formatTime(numberOf(seconds), numberOf(milliseconds), tenths);
}
