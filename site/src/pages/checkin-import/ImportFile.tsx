import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { Participant } from "../../api/participant";
import { countOutcomes } from "../../csv/plan";
import type { Planned } from "../../csv/planned";
import { orderDistances } from "../../lists/event-order";
import { organiser } from "../../text/organiser";
import { Button } from "../../ui/Button";
import { Checkbox } from "../../ui/Field";
import { useOnline } from "../../lib/use-online";
import { ColumnMapping } from "../parts/csv/ColumnMapping";
import csv from "../parts/csv/Csv.module.css";
import { EncodingChoice } from "../parts/csv/EncodingChoice";
import { TableSource } from "../parts/csv/TableSource";
import { FIELDS } from "../../csv/fields";
import { DryRun } from "./DryRun";
import styles from "../parts/csv/Import.module.css";
import { Options } from "./Options";
import { SendPanel } from "./SendPanel";
import { type Draft, type Import, useImport } from "./use-import";
import { fieldWords } from "../parts/csv/problem-words";
import { useSending } from "./use-sending";
import { OfflineNote } from "../parts/staff/StaffForm";
import { useUnsaved } from "../parts/staff/use-unsaved";

/** The steps from a file to what is stored: file, columns, effect, sending. */
export function ImportFile({
  slug,
  year,
  participants,
  again,
  onImported,
  onAgain,
}: {
  slug: string;
  year: string;
  participants: readonly Participant[];
  /** Whether it is not the first import: the focus then goes to the file chooser. */
  again: boolean;
  onImported: (participants: readonly Participant[]) => void;
  onAgain: () => void;
}) {
  const words = organiser.importing;
  const importing = useImport(participants);
  const { draft, planned, stale } = importing;
  const sending = useSending(slug, year, onImported);
  const [checked, setChecked] = useState(false);
  const step = useRef<HTMLHeadingElement>(null);
  const question = useUnsaved(sending.running);
  const taken = draft !== null;
  useEffect(() => {
    if (taken) step.current?.focus({ preventScroll: true });
  }, [taken]);
  const distances = useMemo(
    () =>
      orderDistances([
        ...new Set(participants.map(({ distance }) => distance).filter((name) => name !== "")),
      ]),
    [participants],
  );
  if (sending.progress !== null)
    return (
      <>
        {question}
        <SendPanel sending={sending} onAgain={onAgain} />
      </>
    );
  if (draft === null)
    return (
      <>
        <p className={csv.note}>{words.about}</p>
        <TableSource
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          focused={again}
          onTake={importing.take}
        />
      </>
    );
  const { mapping } = draft;
  const named =
    mapping.first !== undefined ||
    mapping.last !== undefined ||
    mapping.bib !== undefined ||
    mapping.id !== undefined;
  const send = () => {
    setChecked(true);
    if (!named) return step.current?.focus();
    if (planned !== null) sending.begin(planned);
  };
  return (
    <div className={styles.steps}>
      <div>
        <FileLine importing={importing} />
        <EncodingChoice source={draft.source} onTake={importing.takeAgain} />
        <p>
          <Button quiet onClick={onAgain}>
            {words.otherFile}
          </Button>
        </p>
      </div>
      <Columns importing={importing} draft={draft} checked={checked} named={named} heading={step} />
      <Options importing={importing} known={distances} />
      {planned !== null && <SendStep draft={draft} planned={planned} stale={stale} onSend={send} />}
    </div>
  );
}

/** The meaning of each column. */
function Columns({
  importing,
  draft,
  checked,
  named,
  heading,
}: {
  importing: Import;
  draft: Draft;
  checked: boolean;
  /** Whether a column tells who it is. */
  named: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const words = organiser.importing;
  return (
    <div className={csv.mapping}>
      <h3 ref={heading} tabIndex={-1}>
        {words.columns}
      </h3>
      <Checkbox
        label={words.headed}
        checked={draft.choices.headed}
        onToggle={(headed) => importing.choose({ headed })}
      />
      <ColumnMapping
        table={draft.table}
        fields={[...FIELDS, "removed" as const].map((field) => ({
          field,
          label: fieldWords(field),
        }))}
        mapping={draft.mapping}
        checked={checked}
        onChange={importing.map}
      />
      {checked && !named && (
        <p role="alert" className={styles.wrong}>
          {words.noName}
        </p>
      )}
    </div>
  );
}

/** The preview of the import, and the button that starts it. */
function SendStep({
  draft: { table, mapping },
  planned,
  stale,
  onSend,
}: {
  draft: Draft;
  planned: readonly Planned[];
  stale: boolean;
  onSend: () => void;
}) {
  const words = organiser.importing;
  const online = useOnline();
  const counts = useMemo(() => countOutcomes(planned), [planned]);
  const count = counts.new + counts.changed;
  return (
    <>
      <div className={csv.mapping} aria-busy={stale}>
        <h3>{words.dryRun}</h3>
        <DryRun
          planned={planned}
          counts={counts}
          headingOf={(field) => table.headings[mapping[field] ?? -1] ?? ""}
        />
      </div>
      <div className={csv.mapping}>
        <p className={csv.buttons}>
          <Button data-primary disabled={!online || count === 0 || stale} onClick={onSend}>
            {words.send(counts.new, counts.changed)}
          </Button>
        </p>
        {counts.invalid > 0 && count > 0 && (
          <p className={csv.note}>{words.withoutInvalid(counts.invalid)}</p>
        )}
        {count === 0 && <p className={csv.note}>{words.nothing}</p>}
        <OfflineNote className={csv.note} />
      </div>
    </>
  );
}

function FileLine({ importing: { draft } }: { importing: Import }) {
  if (draft === null) return null;
  const words = organiser.importing;
  const { source, table, system, remembered } = draft;
  return (
    <div role="status" className={styles.facts}>
      <p>
        <strong>{source.name === "" ? words.pastedTable : source.name}</strong>
        {" · "}
        {words.lines(table.rows.length)}
        {` · ${words.delimiters[delimiterOf(table.delimiter)]}`}
      </p>
      {remembered ? (
        <p>{words.remembered}</p>
      ) : (
        <p>{system === null ? words.unknownSystem : words.recognised(words.systems[system])}</p>
      )}
      {table.openQuote > 0 && <p className={styles.wrong}>{words.openQuote(table.openQuote)}</p>}
      {table.pageFrom > 0 && <p className={csv.note}>{words.pageFrom(table.pageFrom)}</p>}
    </div>
  );
}

function delimiterOf(delimiter: string): "comma" | "semicolon" | "tab" | "bar" | "other" {
  return (
    ({ ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const)[delimiter] ?? "other"
  );
}
