import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import type { Mapping } from "../../csv/columns";
import { type Role, ROLES } from "../../csv/results";
import { beginning } from "../../csv/table";
import { fold } from "../../format/text";
import { sheet } from "../../text/sheet";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Field";
import { Loading } from "../../ui/Loading";
import { useOnline } from "../../lib/use-online";
import styles from "../parts/csv/Import.module.css";
import { ColumnMapping } from "../parts/csv/ColumnMapping";
import csv from "../parts/csv/Csv.module.css";
import { EncodingChoice } from "../parts/csv/EncodingChoice";
import { TableSource } from "../parts/csv/TableSource";
import { OfflineNote } from "../parts/staff/StaffForm";
import { useUnsaved } from "../parts/staff/use-unsaved";
import { SelectField } from "../parts/staff/SelectField";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { PublishPanel } from "./PublishPanel";
import { ReadingOptions } from "./ReadingOptions";
import {
  type Checked,
  type Draft,
  MOST_LINES,
  type ResultsImport,
  useResultsImport,
} from "./use-results-import";
import { usePublishing } from "./use-publishing";

const PlanView = lazy(() => import("./PlanView").then(({ PlanView: view }) => ({ default: view })));

/** Number of lines offered as the line of headings. */
const OFFERED = 20;
/** The maximum number of columns offered for times on the way: nobody needs more splits. */
const MOST_COLUMNS = 200;

/** The steps from a table to what is published: file, columns, effect, publishing. */
export function SheetFile({
  slug,
  year,
  laps,
  distances,
  again,
  onAgain,
}: {
  slug: string;
  year: string;
  /** Whether laps decide in this event. */
  laps: boolean;
  /** Distances that are published. */
  distances: readonly string[];
  /** Whether it is not the first import: the focus then goes to the file chooser. */
  again: boolean;
  onAgain: () => void;
}) {
  const importing = useResultsImport(slug, year, laps);
  const publishing = usePublishing(slug, year);
  const { draft, checked } = importing;
  const { step, result, tried, check } = useSteps(importing, laps);
  const online = useOnline();
  const question = useUnsaved(publishing.running);
  if (checked !== null && publishing.progress !== null) {
    const checkAgain = () => {
      publishing.drop();
      void importing.check();
    };
    return (
      <>
        {question}
        <PublishPanel
          slug={slug}
          year={year}
          plan={checked.plan}
          publishing={publishing}
          onCheckAgain={checkAgain}
          onAgain={onAgain}
        />
      </>
    );
  }
  if (draft === null) {
    return (
      <>
        <p className={csv.note}>{sheet.about}</p>
        <TableSource
          accept=".xlsx,.csv,.tsv,.txt,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/tab-separated-values,text/plain"
          focused={again}
          workbooks
          onTake={importing.take}
        />
      </>
    );
  }
  return (
    <div className={styles.steps}>
      <ChosenFile importing={importing} draft={draft} onAgain={onAgain} />
      <SheetColumns importing={importing} draft={draft} laps={laps} tried={tried} heading={step} />
      <ReadingOptions
        draft={draft}
        read={importing.read}
        known={distances}
        laps={laps}
        checked={tried}
      />
      <CheckStep importing={importing} draft={draft} online={online} onCheck={() => void check()} />
      {checked !== null && (
        <DryRun
          slug={slug}
          year={year}
          checked={checked}
          online={online}
          heading={result}
          onPublish={() => publishing.begin(checked.plan)}
        />
      )}
    </div>
  );
}

/** Which step has the focus, and checking the table once nothing is missing. */
function useSteps({ draft, checked, check: ask }: ResultsImport, laps: boolean) {
  const [tried, setTried] = useState(false);
  const step = useRef<HTMLHeadingElement>(null);
  const result = useRef<HTMLHeadingElement>(null);
  const taken = draft !== null;
  useEffect(() => {
    if (taken) step.current?.focus({ preventScroll: true });
  }, [taken]);
  useEffect(() => {
    if (checked !== null) result.current?.focus();
  }, [checked]);
  const check = async () => {
    if (draft === null) return;
    setTried(true);
    if (needsOf(draft, laps) !== "" || !hasDistance(draft)) return step.current?.focus();
    await ask();
  };
  return { step, result, tried, check };
}

function isBroken({ openQuote, badQuotes, table }: Draft): boolean {
  return openQuote > 0 || badQuotes > 0 || table.rows.length > MOST_LINES;
}

function hasDistance({ columns, reading }: Draft): boolean {
  return columns.mapping.distance !== undefined || reading.distance.trim() !== "";
}

/** The file, how it is read, and the way to another one. */
function ChosenFile({
  importing,
  draft,
  onAgain,
}: {
  importing: ResultsImport;
  draft: Draft;
  onAgain: () => void;
}) {
  return (
    <div>
      <FileLines draft={draft} />
      <EncodingChoice source={draft.source} onTake={importing.takeAgain} />
      <p>
        <Button quiet onClick={onAgain}>
          {sheet.otherFile}
        </Button>
      </p>
    </div>
  );
}

/** The sheet, the line of its headings, and the role of each column. */
function SheetColumns({
  importing,
  draft,
  laps,
  tried,
  heading,
}: {
  importing: ResultsImport;
  draft: Draft;
  laps: boolean;
  /** Whether a check was asked for: columns that it needs are then named. */
  tried: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const { columns } = draft;
  const needs = needsOf(draft, laps);
  return (
    <div className={csv.mapping}>
      <h3 ref={heading} tabIndex={-1}>
        {sheet.columns}
      </h3>
      <SheetAndHeadings importing={importing} draft={draft} />
      <ColumnMapping
        table={draft.table}
        fields={ROLES.filter((role) => laps || (role !== "laps" && role !== "covered")).map(
          (role) => ({
            field: role,
            label: sheet.roles[role],
          }),
        )}
        mapping={columns.mapping}
        checked={tried}
        onChange={(mapping: Mapping<Role>) =>
          importing.map({
            mapping,
            timed: columns.timed.filter((column) => !Object.values(mapping).includes(column)),
          })
        }
      />
      <Timed
        draft={draft}
        laps={laps}
        onChange={(timed) => importing.map({ mapping: columns.mapping, timed })}
      />
      {tried && needs !== "" && (
        <p role="alert" className={styles.wrong}>
          {needs}
        </p>
      )}
    </div>
  );
}

/** The column that has to be chosen before the table can be checked; "" if none. */
function needsOf({ columns: { mapping, timed } }: Draft, laps: boolean): string {
  const { bib, name, first, last, team, clock, chip } = mapping;
  if (laps && mapping.laps === undefined && mapping.covered === undefined && timed.length === 0)
    return sheet.needsLaps;
  if (clock === undefined && chip === undefined && !(laps && timed.length > 0))
    return sheet.needsTime;
  return [bib, name, first, last, team].every((column) => column === undefined)
    ? sheet.needsName
    : "";
}

function FileLines({
  draft: { name, table, system, remembered, openQuote, badQuotes },
}: {
  draft: Draft;
}) {
  return (
    <div role="status" className={styles.facts}>
      <p>
        <strong>{name === "" ? sheet.pastedTable : name}</strong>
        {" · "}
        {sheet.lines(table.rows.length)}
      </p>
      {remembered ? (
        <p>{sheet.remembered}</p>
      ) : (
        <p>{system === null ? sheet.unknownSystem : sheet.recognised(sheet.systems[system])}</p>
      )}
      {openQuote > 0 ? (
        <p className={styles.wrong}>{sheet.openQuote(openQuote)}</p>
      ) : (
        badQuotes > 0 && <p className={styles.wrong}>{sheet.badQuotes(badQuotes)}</p>
      )}
      {table.rows.length > MOST_LINES && (
        <p className={styles.wrong}>{sheet.tooLong(MOST_LINES)}</p>
      )}
    </div>
  );
}

/** The sheet, and the line of its headings. */
function SheetAndHeadings({ importing, draft }: { importing: ResultsImport; draft: Draft }) {
  const { sheets, sheet: chosen, headAt } = draft;
  return (
    <div className={csv.fields}>
      {sheets.length > 1 && (
        <SelectField
          label={sheet.sheetOf}
          options={sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
          value={String(sheets.indexOf(chosen))}
          onChange={(value) => importing.chooseSheet(sheets[Number(value)] ?? chosen)}
        />
      )}
      <SelectField
        label={sheet.headingsAt}
        options={[
          ...chosen.rows.slice(0, OFFERED).map(({ line, cells }, index) => ({
            value: String(index),
            label: sheet.headingLine(line, beginning(beginOf(cells))),
          })),
          { value: "-1", label: sheet.noHeadings },
        ]}
        value={String(headAt)}
        onChange={(value) => importing.chooseHead(Number(value))}
      />
    </div>
  );
}

/** The first cells of a line. */
function beginOf(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(", ");
}

/** Columns that may hold times on the way: those not used for anything else. */
function Timed({
  draft: {
    table,
    columns: { mapping, timed },
  },
  laps,
  onChange,
}: {
  draft: Draft;
  laps: boolean;
  onChange: (timed: number[]) => void;
}) {
  const used = new Set<number>(Object.values(mapping));
  // A split with the name of the finish would be taken for it.
  const reserved = (heading: string) => !laps && /^(?:finish$|start)/.test(fold(heading));
  const free = table.headings
    .map((heading, column) => ({ heading, column }))
    .filter(({ heading, column }) => heading !== "" && !used.has(column) && !reserved(heading))
    .slice(0, MOST_COLUMNS);
  if (free.length === 0) return null;
  return (
    <fieldset className={csv.fields}>
      <legend className={csv.legend}>{laps ? sheet.lapTimes : sheet.splits}</legend>
      {free.map(({ heading, column }) => (
        <Checkbox
          key={column}
          label={beginning(heading)}
          checked={timed.includes(column)}
          onToggle={(on) =>
            onChange(
              on
                ? [...timed, column].toSorted((a, b) => a - b)
                : timed.filter((other) => other !== column),
            )
          }
        />
      ))}
    </fieldset>
  );
}

/** The button that checks the table, and why it cannot be checked. */
function CheckStep({
  importing: { checked, request },
  draft,
  online,
  onCheck,
}: {
  importing: ResultsImport;
  draft: Draft;
  online: boolean;
  onCheck: () => void;
}) {
  return (
    <div className={csv.mapping}>
      <p className={csv.buttons}>
        <Button
          data-primary={checked === null || undefined}
          disabled={!online || isBroken(draft) || request.busy}
          onClick={onCheck}
        >
          {sheet.check}
        </Button>
      </p>
      {request.failure !== null && <FailureAlert failure={request.failure} />}
      <OfflineNote className={csv.note} />
    </div>
  );
}

/** The effect of the table, and the button that publishes it. */
function DryRun({
  slug,
  year,
  checked,
  online,
  heading,
  onPublish,
}: {
  slug: string;
  year: string;
  checked: Checked;
  online: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  onPublish: () => void;
}) {
  const { plan } = checked;
  const count = plan.results.length;
  return (
    <div className={csv.mapping}>
      <h3 ref={heading} tabIndex={-1}>
        {sheet.dryRun}
      </h3>
      <Suspense fallback={<Loading message={text.loading} />}>
        <PlanView slug={slug} year={year} checked={checked} />
      </Suspense>
      <p className={csv.buttons}>
        <Button data-primary disabled={!online || count === 0} onClick={onPublish}>
          {sheet.publish(count)}
        </Button>
      </p>
      {plan.counts.invalid > 0 && count > 0 && (
        <p className={csv.note}>{sheet.withoutInvalid(plan.counts.invalid)}</p>
      )}
      {count === 0 && (
        <p className={csv.note}>{plan.counts.same > 0 ? sheet.nothing : sheet.nothingValid}</p>
      )}
    </div>
  );
}
