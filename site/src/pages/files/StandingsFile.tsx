import { lazy, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Mapping } from "../../csv/columns";
import {
  guessStandings,
  STANDINGS_FIELDS,
  standingsCsv,
  type StandingsField,
} from "../../csv/standings";
import { readTable, type Table, tableOf } from "../../csv/table";
import { useOnline } from "../../lib/use-online";
import { paths } from "../../paths";
import {
  checkStandings,
  type EventFiles,
  readVersion,
  saveStandings,
  type StandingsOf,
} from "../../session/files";
import { organiser } from "../../text/organiser";
import { Button } from "../../ui/Button";
import { ColumnMapping } from "../parts/csv/ColumnMapping";
import csv from "../parts/csv/Csv.module.css";
import { rememberedMapping, rememberMapping, useRememberedMappings } from "../parts/csv/remembered";
import { EncodingChoice } from "../parts/csv/EncodingChoice";
import { type Source, TableSource } from "../parts/csv/TableSource";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { Conflict } from "./Conflict";
import { FilePreview } from "./FilePreview";
import { FileStatus } from "./FileStatus";
import styles from "./Files.module.css";
import { LineErrors } from "./LineErrors";
import { type PublishedFile, usePublishedFile } from "./use-published-file";
import { Versions } from "./Versions";
import { Withdrawal } from "./Withdrawal";
import { OfflineNote } from "../parts/staff/StaffForm";

const StandingsPreview = lazy(() => import("./StandingsPreview"));

/** The kind of table under which the chosen columns are remembered. */
const KIND = "standings";

/** A table to be published as standings. */
interface Draft {
  source: Source;
  table: Table;
  mapping: Mapping<StandingsField>;
  /** Whether a check was asked for: columns that it needs are then marked as missing. */
  tried: boolean;
}

/** The standings of one distance of a year: file, columns, errors, preview, versions. */
export function StandingsFile({
  slug,
  of,
  version,
  onReload,
  onUnsaved,
  onClose,
}: {
  slug: string;
  of: StandingsOf;
  /** The published version; 0 = none. */
  version: number;
  onReload: () => Promise<EventFiles>;
  onUnsaved: (unsaved: boolean) => void;
  onClose: () => void;
}) {
  useRememberedMappings();
  const words = organiser.standings;
  const name = words.called(of.year, of.distance);
  const { draft, setDraft, file, heading, start } = useStandings(
    slug,
    of,
    version,
    onReload,
    onUnsaved,
  );
  const { base, theirs } = file;
  return (
    <section className={styles.preview} aria-labelledby="standings-of">
      <Headline heading={heading} name={name} onClose={draft === null ? onClose : undefined} />
      <FileStatus
        published={base.version > 0 ? words.published(base.version) : words.unpublished}
        page={base.version > 0 ? paths.page("ytp-series", slug, of.year) : null}
        outcome={file.outcome}
      />
      {theirs !== null && (
        <Conflict
          slug={slug}
          of={of}
          theirs={{ version: theirs.version, text: theirs.content }}
          mine={draft === null ? "" : standingsCsv(draft.table, draft.mapping).csv}
          onTake={() => file.take(theirs)}
          onKeep={() => file.keep(theirs)}
        />
      )}
      {theirs === null && draft === null && (
        <StandingsSource
          name={name}
          file={file}
          onTake={(source) => start(draftOf(source, tableOf(source, true)), "")}
        />
      )}
      {theirs === null && draft !== null && (
        <StandingsDraft
          slug={slug}
          of={of}
          file={file}
          draft={draft}
          onChange={setDraft}
          onLeave={() => start(null)}
        />
      )}
      {theirs === null && (
        <Versions
          key={file.turn}
          slug={slug}
          of={of}
          current={base.version}
          changed={draft !== null}
          onBring={(content, from) => start(draftOfVersion(content, from), "")}
        />
      )}
      <Withdrawal
        file={file}
        question={words.withdrawal(name)}
        onConfirm={() => file.withdraw("", words.withdrawn)}
      />
    </section>
  );
}

function Headline({
  heading,
  name,
  onClose,
}: {
  heading: RefObject<HTMLHeadingElement | null>;
  name: string;
  onClose: (() => void) | undefined;
}) {
  return (
    <div className={styles.headline}>
      <h3 ref={heading} id="standings-of" tabIndex={-1}>
        {name}
      </h3>
      {onClose !== undefined && (
        <Button quiet onClick={onClose}>
          {organiser.standings.close}
        </Button>
      )}
    </div>
  );
}

/** The published standings, and the table that is to replace them. */
function useStandings(
  slug: string,
  of: StandingsOf,
  version: number,
  onReload: () => Promise<EventFiles>,
  onUnsaved: (unsaved: boolean) => void,
) {
  const [draft, setDraft] = useState<Draft | null>(null);
  const file = usePublishedFile(
    // The content is read when two versions are compared.
    { version, content: "" },
    standingsCalls(slug, of, onReload, () => setDraft(null)),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const unsaved = draft !== null;
  useLayoutEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);
  const start = (next: Draft | null, outcome?: string) => {
    setDraft(next);
    file.change({ errors: [], checked: null, outcome });
    heading.current?.focus();
  };
  return { draft, setDraft, file, heading, start };
}

function standingsCalls(
  slug: string,
  of: StandingsOf,
  reload: () => Promise<EventFiles>,
  drop: () => void,
) {
  return {
    check: (content: string) => checkStandings(slug, of, content),
    publish: async (content: string, over: number) => {
      const saved = await saveStandings(slug, of, content, over);
      return { ...saved, published: { version: saved.version, content } };
    },
    read: async () => {
      const version =
        (await reload()).standings.find(
          ({ year, distance }) => year === of.year && distance === of.distance,
        )?.version ?? 0;
      return { version, content: version === 0 ? "" : await readVersion(slug, of, version) };
    },
    drop,
    reload,
  };
}

/** A table whose columns are read as they were the last time. */
function draftOf(source: Source, table: Table): Draft {
  const mapping =
    rememberedMapping<StandingsField>(KIND, table.headings) ?? guessStandings(table.headings);
  return { source, table, mapping, tried: false };
}

function draftOfVersion(content: string, version: number): Draft {
  const name = organiser.versions.version(version);
  return draftOf({ name, content, sheets: [], text: null }, readTable(content));
}

/** Where a table comes from, or that the published ones are withdrawn. */
function StandingsSource({
  name,
  file,
  onTake,
}: {
  name: string;
  file: PublishedFile<string>;
  onTake: (source: Source) => void;
}) {
  const online = useOnline();
  return (
    <>
      <TableSource
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onTake={onTake}
      />
      {file.base.version > 0 && (
        <p>
          <Button
            disabled={!online || file.request.busy}
            onClick={() => file.change({ withdrawing: true })}
          >
            {organiser.files.withdraw} <span className="hidden">{name}</span>
          </Button>
        </p>
      )}
    </>
  );
}

/** The chosen table: its columns, its errors, and how it will look. */
function StandingsDraft({
  slug,
  of,
  file,
  draft,
  onChange,
  onLeave,
}: {
  slug: string;
  of: StandingsOf;
  file: PublishedFile<string>;
  draft: Draft;
  onChange: (draft: Draft) => void;
  onLeave: () => void;
}) {
  const words = organiser.standings;
  const { source, table, mapping } = draft;
  const sent = useMemo(() => standingsCsv(table, mapping), [table, mapping]);
  const { checked, request } = file;
  const online = useOnline();
  const check = async () => {
    onChange({ ...draft, tried: true });
    if (mapping.first !== undefined && mapping.last !== undefined) await file.check(sent.csv);
  };
  return (
    <>
      <p>
        {source.name === "" ? organiser.importing.pastedTable : source.name} ·{" "}
        {organiser.importing.lines(table.rows.length)}
      </p>
      {table.openQuote > 0 && (
        <p className={styles.wrong}>{organiser.importing.openQuote(table.openQuote)}</p>
      )}
      <EncodingChoice
        source={source}
        onTake={(again) => {
          onChange({ ...draft, source: again, table: tableOf(again, true) });
          file.change({ errors: [], checked: null });
        }}
      />
      <StandingsColumns file={file} draft={draft} onChange={onChange} />
      <LineErrors errors={file.errors} lines={sent.lines} />
      {request.failure !== null && <FailureAlert failure={request.failure} />}
      <div className={csv.buttons}>
        <Button disabled={!online} busy={request.busy} onClick={() => void check()}>
          {organiser.files.preview}
        </Button>
        <Button onClick={onLeave}>{organiser.importing.otherFile}</Button>
      </div>
      <OfflineNote className={csv.note} />
      {checked?.content === sent.csv && (
        <FilePreview
          id="standings-preview"
          heading="h4"
          checked={checked}
          about={words.previewAbout(table.rows.length)}
          buttons={
            <p className={csv.buttons}>
              <Button
                data-primary
                disabled={!online}
                busy={request.busy}
                onClick={() => void file.publish(checked.content, words.saved)}
              >
                {organiser.files.publish}
              </Button>
            </p>
          }
        >
          <StandingsPreview slug={slug} of={of} content={checked.content} />
        </FilePreview>
      )}
    </>
  );
}

function StandingsColumns({
  file,
  draft,
  onChange,
}: {
  file: PublishedFile<string>;
  draft: Draft;
  onChange: (draft: Draft) => void;
}) {
  return (
    <ColumnMapping
      table={draft.table}
      fields={STANDINGS_FIELDS.map((field) => ({
        field,
        label: organiser.standings.fields[field],
        required: field === "first" || field === "last",
      }))}
      mapping={draft.mapping}
      checked={draft.tried}
      onChange={(chosen: Mapping<StandingsField>) => {
        rememberMapping(KIND, draft.table.headings, chosen);
        onChange({ ...draft, mapping: chosen });
        file.change({ errors: [] });
      }}
    />
  );
}
