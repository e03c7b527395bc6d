import { lazy, useLayoutEffect, useMemo } from "react";
import type { Year } from "../../api/types";
import { paths } from "../../paths";
import { checkSeries, type EventFiles, readFiles, saveSeries } from "../../session/files";
import { organiser } from "../../text/organiser";
import { Button } from "../../ui/Button";
import notice from "../../ui/Notice.module.css";
import { saveFile } from "../../lib/save-file";
import { useOnline } from "../../lib/use-online";
import { decode } from "../../csv/decode";
import csv from "../parts/csv/Csv.module.css";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { Conflict } from "./Conflict";
import { errorsInForm } from "./errors-in-form";
import example from "./series-example.json";
import { FilePreview } from "./FilePreview";
import { FileStatus } from "./FileStatus";
import styles from "./Files.module.css";
import { type Json, writeJson } from "./json";
import { SeriesEditor } from "./SeriesEditor";
import { SeriesForm } from "./SeriesForm";
import { type Draft, useDraft } from "./use-draft";
import { type Published, type PublishedFile, usePublishedFile } from "./use-published-file";
import { Versions } from "./Versions";
import { Withdrawal } from "./Withdrawal";
import { OfflineNote } from "../parts/staff/StaffForm";

/** Several times what can be published (api.md 1.5): blanks between values are not sent. */
const MOST_BYTES = 1_000_000;

const SeriesPreview = lazy(() => import("./SeriesPreview"));

/** The series definition of an event: a form or JSON, checked, published and restored. */
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
  const file = usePublishedFile(
    seriesOf(loaded),
    seriesCalls(slug, ({ content }) => draft.load(content)),
  );
  const { base, theirs, errors, outcome } = file;
  const draft = useDraft(base.content);
  const byPath = useMemo(() => errorsInForm(errors), [errors]);
  // At once: the next press may already be on the way back.
  useLayoutEffect(() => onUnsaved(draft.changed), [draft.changed, onUnsaved]);
  const check = (value: Json) => {
    file.change({ outcome: "" });
    return file.check(value);
  };
  const bring = (content: string) => {
    const value = readContent(content);
    if (value === null) return draft.type(content);
    draft.load(value);
    void check(value);
  };
  if (theirs !== null)
    return (
      <Conflict
        slug={slug}
        of={null}
        theirs={{
          version: theirs.version,
          text: theirs.version === 0 ? "" : writeJson(theirs.content),
        }}
        mine={draft.text}
        onTake={() => file.take(theirs)}
        onKeep={() => file.keep(theirs)}
      />
    );
  return (
    <>
      <FileStatus
        published={base.version > 0 ? words.published(base.version) : words.none}
        page={base.version > 0 ? paths.page("series", slug) : null}
        outcome={outcome}
      />
      <Warnings of={outcome.warnings} />
      <SeriesEditor draft={draft} errors={errors} byPath={byPath}>
        <SeriesForm draft={draft} errors={byPath} years={years} slug={slug} />
      </SeriesEditor>
      <Errors count={errors.length} ofWhole={byPath.get("")} />
      <SeriesActions slug={slug} file={file} draft={draft} onCheck={() => check(draft.value)} />
      <SeriesAsFile
        slug={slug}
        draft={draft}
        onRefuse={() => file.change({ outcome: words.tooLarge })}
      />
      <Versions
        key={file.turn}
        slug={slug}
        of={null}
        current={base.version}
        changed={draft.changed}
        onBring={bring}
      />
      <Withdrawal
        file={file}
        question={words.withdrawal}
        onConfirm={() => file.withdraw([], words.withdrawn)}
      />
    </>
  );
}

function Warnings({ of: warnings }: { of: readonly string[] }) {
  return (
    warnings.length > 0 && (
      <div className={`${styles.warnings} ${notice.warning}`}>
        <p>{organiser.files.warnings}</p>
        <ul lang="en">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      </div>
    )
  );
}

function Errors({ count, ofWhole }: { count: number; ofWhole: string | undefined }) {
  return (
    count > 0 && (
      <div role="alert" className={`${styles.errors} ${notice.alert}`}>
        <p>{organiser.files.problems(count)}</p>
        {ofWhole !== undefined && <p lang="en">{ofWhole}</p>}
      </div>
    )
  );
}

function seriesOf({ version, years }: EventFiles): Published<Json> {
  return { version, content: years as Json };
}

function seriesCalls(slug: string, drop: (version: Published<Json>) => void) {
  return {
    check: (value: Json) => checkSeries(slug, value),
    publish: async (value: Json, over: number) => {
      const saved = await saveSeries(slug, value, over);
      return { ...saved, published: seriesOf(await readFiles(slug)) };
    },
    read: async () => seriesOf(await readFiles(slug)),
    drop,
  };
}

/** The buttons that check, publish and withdraw, and the preview between them. */
function SeriesActions({
  slug,
  file,
  draft,
  onCheck,
}: {
  slug: string;
  file: PublishedFile<Json>;
  draft: Draft;
  onCheck: () => Promise<void>;
}) {
  const words = organiser.series;
  const { base, checked, request } = file;
  const online = useOnline();
  const takeBack = () => {
    draft.load(base.content);
    file.change({ errors: [], outcome: organiser.files.tookBack });
  };
  return (
    <>
      {request.failure !== null && <FailureAlert failure={request.failure} />}
      <div className={csv.buttons}>
        <Button
          disabled={!online || draft.problem !== null}
          busy={request.busy}
          onClick={() => void onCheck()}
        >
          {organiser.files.preview}
        </Button>
        <Button disabled={!draft.changed} onClick={takeBack}>
          {organiser.files.takeBack}
        </Button>
        {base.version > 0 && (
          <Button
            disabled={!online || request.busy}
            onClick={() => file.change({ withdrawing: true })}
          >
            {organiser.files.withdraw}
          </Button>
        )}
      </div>
      <OfflineNote className={csv.note} />
      {checked !== null && checked.content === draft.value && draft.problem === null && (
        <FilePreview
          id="series-preview"
          heading="h3"
          checked={checked}
          about={words.previewAbout}
          buttons={
            <div className={csv.buttons}>
              <Button
                data-primary
                disabled={!online || !draft.changed}
                busy={request.busy}
                onClick={() => void file.publish(checked.content, words.saved)}
              >
                {organiser.files.publish}
              </Button>
              {!draft.changed && <p className={csv.note}>{organiser.files.unchanged}</p>}
            </div>
          }
        >
          <SeriesPreview
            slug={slug}
            value={checked.content}
            onAnswer={(content) => {
              draft.edit(content);
              file.change({ checked: { content, answered: true } });
            }}
          />
        </FilePreview>
      )}
    </>
  );
}

/** The draft from a file and as a file, and an example. */
function SeriesAsFile({
  slug,
  draft,
  onRefuse,
}: {
  slug: string;
  draft: Draft;
  /** Called for a file that is too large. */
  onRefuse: () => void;
}) {
  const words = organiser.series;
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MOST_BYTES) return onRefuse();
    draft.type(decode(new Uint8Array(await file.arrayBuffer())).text);
  };
  return (
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
