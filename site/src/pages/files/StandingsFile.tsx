import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Failure } from "../../api/failure";
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
  type FileError,
  FileRefused,
  readVersion,
  saveStandings,
  type StandingsOf,
} from "../../session/files";
import { organiser } from "../../text/organiser";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { Loading } from "../../ui/Loading";
import { ColumnMapping } from "../parts/csv/ColumnMapping";
import csv from "../parts/csv/Csv.module.css";
import { rememberedMapping, rememberMapping, useRememberedMappings } from "../parts/csv/remembered";
import { EncodingChoice } from "../parts/csv/EncodingChoice";
import { type Source, TableSource } from "../parts/csv/TableSource";
import { ConfirmDialog } from "../parts/staff/ConfirmDialog";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { useRequest } from "../parts/staff/use-request";
import { Conflict } from "./Conflict";
import styles from "./Files.module.css";
import { LineErrors } from "./LineErrors";
import { PublicLink } from "./PublicLink";
import { Versions } from "./Versions";

const StandingsPreview = lazy(() => import("./StandingsPreview"));

/** The kind of table under which the chosen columns are remembered. */
const KIND = "standings";

/** A table to be published as standings. */
interface Draft {
  source: Source;
  table: Table;
  mapping: Mapping<StandingsField>;
}

/**
 * The standings of one distance of a year: a file, its columns, its errors, how it will look, and
 * earlier versions.
 */
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
  const [draft, setDraft] = useState<Draft | null>(null);
  const [base, setBase] = useState(version);
  const [checked, setChecked] = useState(false);
  const [errors, setErrors] = useState<readonly FileError[]>([]);
  const [good, setGood] = useState<{ csv: string } | null>(null);
  const [theirs, setTheirs] = useState<{ version: number; text: string } | null>(null);
  const [withdrawing, setWithdrawing] = useState(false);
  const [said, say] = useState("");
  const [turn, setTurn] = useState(0);
  const request = useRequest();
  const online = useOnline();
  const heading = useRef<HTMLHeadingElement>(null);
  const preview = useRef<HTMLHeadingElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const sent = useMemo(
    () => (draft === null ? null : standingsCsv(draft.table, draft.mapping)),
    [draft],
  );
  const shown = good !== null && good.csv === sent?.csv ? good : null;
  // Focuses what has appeared: the control that requested it may be gone, and a dialog returns the
  // focus before this.
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (shown !== null) preview.current?.focus();
  }, [shown]);
  useEffect(() => {
    if (said !== "") status.current?.focus();
  }, [said]);
  const unsaved = draft !== null;
  useLayoutEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);

  const begin = (source: Source, table: Table) => {
    setDraft({
      source,
      table,
      mapping:
        rememberedMapping<StandingsField>(KIND, table.headings) ?? guessStandings(table.headings),
    });
    setErrors([]);
    setGood(null);
    setChecked(false);
    say("");
    heading.current?.focus();
  };
  const leave = () => {
    setDraft(null);
    setErrors([]);
    setGood(null);
    heading.current?.focus();
  };
  const map = (mapping: Mapping<StandingsField>) => {
    if (draft === null) return;
    rememberMapping(KIND, draft.table.headings, mapping);
    setDraft({ ...draft, mapping });
    setErrors([]);
  };
  const check = async () => {
    setChecked(true);
    if (
      draft === null ||
      sent === null ||
      draft.mapping.first === undefined ||
      draft.mapping.last === undefined
    )
      return;
    setErrors([]);
    await request.run(async () => {
      const found = await checkStandings(slug, of, sent.csv);
      setErrors(found);
      setGood(found.length === 0 ? { csv: sent.csv } : null);
    });
  };
  const save = async (content: string, done: (version: number) => string) => {
    await request.run(async () => {
      try {
        const { version: now } = await saveStandings(slug, of, content, base);
        setBase(now);
        setDraft(null);
        setGood(null);
        setTurn((before) => before + 1);
        say(done(now));
        await onReload();
      } catch (thrown) {
        if (thrown instanceof FileRefused) return setErrors(thrown.errors);
        if (!(thrown instanceof Failure) || thrown.status !== 409) throw thrown;
        const now =
          (await onReload()).standings.find(
            ({ year, distance }) => year === of.year && distance === of.distance,
          )?.version ?? 0;
        setTheirs({ version: now, text: now === 0 ? "" : await readVersion(slug, of, now) });
      }
    });
  };
  const withdraw = async () => {
    await save("", words.withdrawn);
    setWithdrawing(false);
  };
  const name = words.called(of.year, of.distance);
  const dismiss = (now: number) => {
    setBase(now);
    setTheirs(null);
    setTurn(turn + 1);
  };
  return (
    <section className={styles.preview} aria-labelledby="standings-of">
      <div className={styles.headline}>
        <h3 ref={heading} id="standings-of" tabIndex={-1}>
          {name}
        </h3>
        {draft === null && (
          <Button quiet onClick={onClose}>
            {words.close}
          </Button>
        )}
      </div>
      <p>
        {base > 0 ? (
          <>
            {words.published(base)} <PublicLink to={paths.page("ytp-series", slug, of.year)} />
          </>
        ) : (
          words.unpublished
        )}
      </p>
      <p ref={status} role="status" tabIndex={-1} className={styles.said}>
        {said}
      </p>
      {theirs !== null && (
        <Conflict
          slug={slug}
          of={of}
          theirs={theirs}
          mine={sent?.csv ?? ""}
          onTake={() => {
            setDraft(null);
            setGood(null);
            dismiss(theirs.version);
            say(organiser.conflict.taken(theirs.version));
          }}
          onKeep={() => {
            setGood(null);
            dismiss(theirs.version);
            say(organiser.conflict.replaces(theirs.version));
          }}
        />
      )}
      {theirs === null && draft === null && (
        <>
          <TableSource
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            onTake={(source) => begin(source, tableOf(source, true))}
          />
          {base > 0 && (
            <p>
              <Button disabled={!online || request.busy} onClick={() => setWithdrawing(true)}>
                {organiser.files.withdraw} <span className="hidden">{name}</span>
              </Button>
            </p>
          )}
        </>
      )}
      {theirs === null && draft !== null && sent !== null && (
        <>
          <p>
            {draft.source.name === "" ? organiser.importing.pastedTable : draft.source.name} ·{" "}
            {organiser.importing.lines(draft.table.rows.length)}
          </p>
          {draft.table.openQuote > 0 && (
            <p className={styles.wrong}>{organiser.importing.openQuote(draft.table.openQuote)}</p>
          )}
          <EncodingChoice
            source={draft.source}
            onTake={(source) => {
              setDraft({ ...draft, source, table: tableOf(source, true) });
              setErrors([]);
              setGood(null);
            }}
          />
          <ColumnMapping
            table={draft.table}
            fields={STANDINGS_FIELDS.map((field) => ({
              field,
              label: words.fields[field],
              required: field === "first" || field === "last",
            }))}
            mapping={draft.mapping}
            checked={checked}
            onChange={map}
          />
          <LineErrors errors={errors} lines={sent.lines} />
          {request.failure !== null && <FailureAlert failure={request.failure} />}
          <div className={csv.buttons}>
            <Button disabled={!online} busy={request.busy} onClick={() => void check()}>
              {organiser.files.preview}
            </Button>
            <Button onClick={leave}>{organiser.importing.otherFile}</Button>
          </div>
          {!online && (
            <p role="status" className={csv.note}>
              {text.offline.form}
            </p>
          )}
          {shown !== null && (
            <section aria-labelledby="standings-preview" className={styles.preview}>
              <h4 ref={preview} id="standings-preview" tabIndex={-1}>
                {organiser.files.previewHeading}
              </h4>
              <p className={csv.note}>{words.previewAbout(draft.table.rows.length)}</p>
              <Suspense fallback={<Loading message={text.loading} />}>
                <StandingsPreview slug={slug} of={of} content={shown.csv} />
              </Suspense>
              <p className={csv.buttons}>
                <Button
                  data-primary
                  disabled={!online}
                  busy={request.busy}
                  onClick={() => void save(shown.csv, words.saved)}
                >
                  {organiser.files.publish}
                </Button>
              </p>
            </section>
          )}
        </>
      )}
      {theirs === null && (
        <Versions
          key={turn}
          slug={slug}
          of={of}
          current={base}
          changed={draft !== null}
          onBring={(content, from) => {
            const source = {
              name: organiser.versions.version(from),
              content,
              sheets: [],
              text: null,
            };
            begin(source, readTable(content));
          }}
        />
      )}
      {withdrawing && (
        <ConfirmDialog
          text={<p>{words.withdrawal(name)}</p>}
          confirm={organiser.files.withdraw}
          busy={request.busy}
          onConfirm={() => void withdraw()}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </section>
  );
}
