import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Failure } from "../../api/failure";
import type { Year } from "../../api/types";
import { paths } from "../../paths";
import {
  checkSeries,
  type EventFiles,
  type FileError,
  FileRefused,
  readFiles,
  saveSeries,
} from "../../session/files";
import { organiser } from "../../text/organiser";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { Loading } from "../../ui/Loading";
import notice from "../../ui/Notice.module.css";
import { saveFile } from "../../lib/save-file";
import { useOnline } from "../../lib/use-online";
import { decode } from "../../csv/decode";
import csv from "../parts/csv/Csv.module.css";
import { ConfirmDialog } from "../parts/staff/ConfirmDialog";
import { useRequest } from "../parts/staff/use-request";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { Conflict } from "./Conflict";
import { errorsInForm } from "./errors-in-form";
import example from "./series-example.json";
import styles from "./Files.module.css";
import { type Json, writeJson } from "./json";
import { SeriesEditor } from "./SeriesEditor";
import { SeriesForm } from "./SeriesForm";
import { useDraft } from "./use-draft";
import { Versions } from "./Versions";
import { PublicLink } from "./PublicLink";

/** Several times what can be published (api.md 1.5): blanks between values are not sent. */
const MOST_BYTES = 1_000_000;

const SeriesPreview = lazy(() => import("./SeriesPreview"));

/**
 * The series definition of an event: edited as a form or as JSON, checked and published; earlier
 * versions can be restored.
 */
export function SeriesFile({
  slug,
  loaded,
  years,
  onUnsaved,
}: {
  slug: string;
  loaded: EventFiles;
  years: readonly Year[];
  /** Called with whether there is unsaved work. */
  onUnsaved: (unsaved: boolean) => void;
}) {
  const words = organiser.series;
  const [base, setBase] = useState(loaded);
  const draft = useDraft(base.years as Json);
  const [errors, setErrors] = useState<readonly FileError[]>([]);
  const byPath = useMemo(() => errorsInForm(errors), [errors]);
  /**
   * The value in which the server found no error: what is shown is exactly what gets published.
   * `answered` if an answer about people has been given in its preview since.
   */
  const [good, setGood] = useState<{ value: Json; answered: boolean } | null>(null);
  const [theirs, setTheirs] = useState<EventFiles | null>(null);
  const [withdrawing, setWithdrawing] = useState(false);
  const [said, say] = useState<{ text: string; warnings: readonly string[] }>({
    text: "",
    warnings: [],
  });
  const [turn, setTurn] = useState(0);
  const request = useRequest();
  const online = useOnline();
  const preview = useRef<HTMLHeadingElement>(null);
  const status = useRef<HTMLParagraphElement>(null);
  // At once: the next press may already be on the way back.
  useLayoutEffect(() => onUnsaved(draft.changed), [draft.changed, onUnsaved]);
  const shown = good !== null && good.value === draft.value && draft.problem === null ? good : null;

  // Focuses what has appeared: the button that requested it may be gone, and a dialog returns the
  // focus before this.
  useEffect(() => {
    if (shown?.answered === false) preview.current?.focus();
  }, [shown]);
  useEffect(() => {
    if (said.text !== "") status.current?.focus();
  }, [said]);

  const check = async (value: Json) => {
    say({ text: "", warnings: [] });
    setErrors([]);
    await request.run(async () => {
      const found = await checkSeries(slug, value);
      setErrors(found);
      setGood(found.length === 0 ? { value, answered: false } : null);
    });
  };
  const save = async (value: Json, done: (version: number) => string) => {
    await request.run(async () => {
      try {
        const { version, warnings } = await saveSeries(slug, value, base.version);
        const now = await readFiles(slug);
        setBase(now);
        draft.load(now.years as Json);
        setGood(null);
        setTurn((before) => before + 1);
        say({ text: done(version), warnings });
      } catch (thrown) {
        if (thrown instanceof FileRefused) return setErrors(thrown.errors);
        if (!(thrown instanceof Failure) || thrown.status !== 409) throw thrown;
        setTheirs(await readFiles(slug));
      }
    });
  };
  const withdraw = async () => {
    await save([], words.withdrawn);
    setWithdrawing(false);
  };
  const takeBack = () => {
    draft.load(base.years as Json);
    setErrors([]);
    say({ text: organiser.files.tookBack, warnings: [] });
  };
  const bring = (content: string) => {
    const value = readContent(content);
    if (value === null) return draft.type(content);
    draft.load(value);
    void check(value);
  };
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MOST_BYTES) return say({ text: words.tooLarge, warnings: [] });
    draft.type(decode(new Uint8Array(await file.arrayBuffer())).text);
  };
  const published = base.version > 0;
  const ofWhole = byPath.get("");
  if (theirs !== null) {
    return (
      <Conflict
        slug={slug}
        of={null}
        theirs={{
          version: theirs.version,
          text: theirs.version === 0 ? "" : writeJson(theirs.years),
        }}
        mine={draft.text}
        onTake={() => {
          setBase(theirs);
          draft.load(theirs.years as Json);
          setTheirs(null);
          setTurn(turn + 1);
          say({ text: organiser.conflict.taken(theirs.version), warnings: [] });
        }}
        onKeep={() => {
          setBase(theirs);
          setGood(null);
          setTheirs(null);
          setTurn(turn + 1);
          say({ text: organiser.conflict.replaces(theirs.version), warnings: [] });
        }}
      />
    );
  }
  return (
    <>
      <p>
        {published ? (
          <>
            {words.published(base.version)} <PublicLink to={paths.page("series", slug)} />
          </>
        ) : (
          words.none
        )}
      </p>
      <p ref={status} role="status" tabIndex={-1} className={styles.said}>
        {said.text}
      </p>
      {said.warnings.length > 0 && (
        <div className={`${styles.warnings} ${notice.warning}`}>
          <p>{organiser.files.warnings}</p>
          <ul lang="en">
            {said.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </div>
      )}
      <SeriesEditor draft={draft} errors={errors} byPath={byPath}>
        <SeriesForm draft={draft} errors={byPath} years={years} slug={slug} />
      </SeriesEditor>
      {errors.length > 0 && (
        <div role="alert" className={`${styles.errors} ${notice.alert}`}>
          <p>{organiser.files.problems(errors.length)}</p>
          {ofWhole !== undefined && <p lang="en">{ofWhole}</p>}
        </div>
      )}
      {request.failure !== null && <FailureAlert failure={request.failure} />}
      <div className={csv.buttons}>
        <Button
          disabled={!online || draft.problem !== null}
          busy={request.busy}
          onClick={() => void check(draft.value)}
        >
          {organiser.files.preview}
        </Button>
        <Button disabled={!draft.changed} onClick={takeBack}>
          {organiser.files.takeBack}
        </Button>
        {published && (
          <Button disabled={!online || request.busy} onClick={() => setWithdrawing(true)}>
            {organiser.files.withdraw}
          </Button>
        )}
      </div>
      {!online && (
        <p role="status" className={csv.note}>
          {text.offline.form}
        </p>
      )}
      {shown !== null && (
        <section className={styles.preview} aria-labelledby="series-preview">
          <h3 ref={preview} id="series-preview" tabIndex={-1}>
            {organiser.files.previewHeading}
          </h3>
          <p className={csv.note}>{words.previewAbout}</p>
          <Suspense fallback={<Loading message={text.loading} />}>
            <SeriesPreview
              slug={slug}
              value={shown.value}
              onAnswer={(value) => {
                draft.edit(value);
                setGood({ value, answered: true });
              }}
            />
          </Suspense>
          <div className={csv.buttons}>
            <Button
              data-primary
              disabled={!online || !draft.changed}
              busy={request.busy}
              onClick={() => void save(shown.value, words.saved)}
            >
              {organiser.files.publish}
            </Button>
            {!draft.changed && <p className={csv.note}>{organiser.files.unchanged}</p>}
          </div>
        </section>
      )}
      <details className={styles.more}>
        <summary>{organiser.files.files}</summary>
        <div className={csv.buttons}>
          <label className={styles.pick}>
            <span>{words.openFile}</span>
            <input
              type="file"
              accept=".json,.js,.txt,application/json,text/plain"
              className={csv.file}
              onChange={(event) => {
                void open(event.target.files?.[0]);
                event.target.value = "";
              }}
            />
          </label>
          <Button onClick={() => download(writeJson(draft.value), `${slug}-series.json`)}>
            {words.downloadMine}
          </Button>
          <Button onClick={() => download(writeJson(example), "series-example.json")}>
            {words.downloadExample}
          </Button>
        </div>
      </details>
      <Versions
        key={turn}
        slug={slug}
        of={null}
        current={base.version}
        changed={draft.changed}
        onBring={bring}
      />
      {withdrawing && (
        <ConfirmDialog
          text={<p>{words.withdrawal}</p>}
          confirm={organiser.files.withdraw}
          busy={request.busy}
          onConfirm={() => void withdraw()}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </>
  );
}

function download(content: string, name: string): void {
  saveFile(new Blob([`${content}\n`], { type: "application/json" }), name);
}

function readContent(content: string): Json | null {
  try {
    return JSON.parse(content) as Json;
  } catch {
    return null;
  }
}
