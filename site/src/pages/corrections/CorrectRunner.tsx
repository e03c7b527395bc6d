import { type KeyboardEvent, type ReactNode, useEffect } from "react";
import { BUCKETS } from "../../format/gender";
import { useOnline } from "../../lib/use-online";
import { type CorrectableRunner, type SeenYear, STATUSES } from "../../session/corrections";
import { byHand } from "../../text/by-hand";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { type Option, TextField } from "../../ui/Field";
import { SelectField } from "../parts/staff/SelectField";
import { STORED_GENDERS } from "../parts/staff/stored-genders";
import { OfflineNote, StaffForm } from "../parts/staff/StaffForm";
import staff from "../parts/staff/Staff.module.css";
import styles from "./Corrections.module.css";
import { type Field, shownValues, textOf, uncorrected, wordsOf } from "./draft";
import { PreviewLines } from "./PreviewLines";
import { Refusal } from "./Refusal";
import { type Correction, useCorrection, type Work } from "./use-correction";

/** The form that corrects a runner: uploaded values, effect, and Publish (pages.md C28). */
export function CorrectRunner({
  at,
  runner,
  laps,
  distances,
  work,
  look,
}: {
  at: SeenYear;
  runner: CorrectableRunner;
  /** Whether the event is one of laps or loops, whose times come one after the other. */
  laps: boolean;
  distances: readonly string[];
  work: Work;
  /** Reads the runner anew. */
  look: () => Promise<void>;
}) {
  const correction = useCorrection(at, runner, work, look);
  const { form, texts } = correction;
  const of = { runner, correction };
  return (
    <StaffForm
      ref={form}
      onSubmit={correction.look}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        correction.look();
      }}
    >
      <div className={staff.fields}>
        <ChosenValue field="status" options={statusOptions(runner, laps)} {...of} />
        {!laps && texts.status === "finished" && (
          <>
            <TypedValue field="clock_ms" hint={byHand.timeHint} {...of} />
            <TypedValue field="chip_ms" hint={byHand.timeHint} {...of} />
          </>
        )}
        <TypedValue field="bib" {...of} />
        <TypedValue field="first" {...of} />
        <TypedValue field="last" {...of} />
        <ChosenValue field="gender" options={genderOptions(runner)} {...of} />
        <TypedValue field="age" {...of} />
        <TypedValue field="age_group" {...of} />
        <TypedValue field="division" {...of} />
        <ChosenValue field="distance" options={distanceOptions(runner, distances)} {...of} />
        <TextField
          as="textarea"
          label={byHand.reason}
          rows={2}
          maxLength={500}
          value={correction.reason}
          onChange={(event) => correction.typeReason(event.target.value)}
        />
      </div>
      <p className={staff.note}>{byHand.bibs}</p>
      <PublishBar correction={correction} runner={runner} />
    </StaffForm>
  );
}

/** The fields that are chosen from a list. */
type ChosenField = "status" | "gender" | "distance";

/** A field of the form that is typed. */
function TypedValue({
  field,
  hint,
  runner,
  correction: { texts, change, errorOf },
}: {
  field: Exclude<Field, ChosenField>;
  hint?: string;
  runner: CorrectableRunner;
  correction: Correction;
}) {
  return (
    <Value field={field} runner={runner} now={texts[field]} onUse={change}>
      <TextField
        label={byHand.fields[field]}
        name={field}
        autoComplete="off"
        enterKeyHint="done"
        maxLength={100}
        {...(field === "age" && { inputMode: "numeric" as const })}
        {...(hint !== undefined && { placeholder: hint })}
        value={texts[field]}
        error={errorOf(field)}
        onChange={(event) => change(field, event.target.value)}
      />
    </Value>
  );
}

/** A field of the form that is chosen. */
function ChosenValue({
  field,
  options,
  runner,
  correction: { texts, change },
}: {
  field: ChosenField;
  options: readonly Option[];
  runner: CorrectableRunner;
  correction: Correction;
}) {
  return (
    <Value field={field} runner={runner} now={texts[field]} onUse={change}>
      <SelectField
        label={byHand.fields[field]}
        options={options}
        value={texts[field]}
        onChange={(value) => change(field, value)}
      />
    </Value>
  );
}

/** The preview of a correction, and the buttons that publish and take back. */
function PublishBar({ correction, runner }: { correction: Correction; runner: CorrectableRunner }) {
  const online = useOnline();
  const { bar, saving, preview, waits, said, overtaken, before, publish, firstWrong } = correction;
  const isCorrected = Object.keys(runner.corrected).length > 0;
  const failure = firstWrong === undefined ? preview.failure : null;
  useEffect(() => (bar.current === null ? undefined : keepClear(bar.current)), [bar]);
  return (
    <div ref={bar} tabIndex={-1} className={styles.bar}>
      {overtaken !== "" && <p role="alert">{overtaken}</p>}
      {saving.failure !== null && saving.failure.status !== 409 && (
        <Refusal failure={saving.failure} wordless={byHand.wordless} />
      )}
      {failure !== null && failure.status !== 409 && (
        <Refusal failure={failure} wordless={byHand.wordless} />
      )}
      <Effect correction={correction} />
      <p role="status" className={staff.said}>
        {said}
      </p>
      <OfflineNote />
      <div className={staff.buttons}>
        <Button
          data-primary
          disabled={!online}
          busy={saving.busy || waits}
          onClick={correction.submit}
        >
          {failure === null ? byHand.publish : byHand.tryAgain}
        </Button>
        {before !== null && (
          <Button
            disabled={!online}
            busy={saving.busy}
            onClick={() => void publish(before.corrected, before.reason, byHand.undone)}
          >
            {byHand.undo}
          </Button>
        )}
        {before === null && isCorrected && (
          <Button
            disabled={!online}
            busy={saving.busy}
            onClick={() => void publish({}, "", byHand.takenBackHere)}
          >
            {byHand.takeBack}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Keeps what has the focus clear of the bar, however high that becomes. Returns how to stop. */
function keepClear(bar: HTMLElement): () => void {
  const { style } = document.documentElement;
  const form = bar.parentElement;
  const clear = () => {
    const field = document.activeElement;
    if (field === null || form?.contains(field) !== true || bar.contains(field)) return;
    // What is pressed with a pointer stays under it.
    if (!field.matches(":focus-visible")) return;
    // One that was scrolled away stays there.
    const { top, bottom } = field.getBoundingClientRect();
    if (bottom > bar.getBoundingClientRect().top && top < window.innerHeight)
      field.scrollIntoView({ block: "nearest" });
  };
  const observer = new ResizeObserver(() => {
    style.scrollPaddingBlockEnd = `calc(${bar.offsetHeight}px + var(--space-3))`;
    clear();
  });
  observer.observe(bar);
  // Browsers themselves show of a field of several lines only the one that is written in.
  form?.addEventListener("focusin", clear);
  return () => {
    observer.disconnect();
    form?.removeEventListener("focusin", clear);
    style.scrollPaddingBlockEnd = "";
  };
}

/** What changes for readers, or why it is not known. */
function Effect({
  correction: { changed, firstWrong, isChipAbove, preview, waits, said },
}: {
  correction: Correction;
}) {
  const words = byHand.preview;
  if (changed && firstWrong !== undefined)
    return <p role="status">{words.wrong(byHand.fields[firstWrong])}</p>;
  if (preview.found !== null)
    return (
      <>
        {isChipAbove && (
          <p role="status">
            <strong>{words.chipAbove}</strong>
          </p>
        )}
        <PreviewLines saved={preview.found} />
      </>
    );
  if (said !== "" || preview.failure !== null) return null;
  return <p className={staff.note}>{waits ? words.looking : words.unchanged}</p>;
}

/** A field, and below it the values that differ from what stands in it. */
function Value({
  field,
  runner,
  now,
  onUse,
  children,
}: {
  field: Field;
  runner: CorrectableRunner;
  now: string;
  onUse: (field: Field, value: string) => void;
  children: ReactNode;
}) {
  const without = uncorrected(runner);
  const isKnown = runner.uploaded !== null || runner.entered !== null;
  const own = textOf(field, without);
  const shown = shownValues(runner);
  return (
    <div className={styles.value}>
      {children}
      {isKnown && own !== now.trim() && (
        <p className={styles.beside}>
          {(runner.uploaded === null ? byHand.entered : byHand.uploaded)(wordsOf(field, without))}
          <Button quiet onClick={() => onUse(field, own)}>
            {byHand.takeUpload} <span className="hidden">: {byHand.fields[field]}</span>
          </Button>
        </p>
      )}
      {runner.corrected[field] !== undefined && textOf(field, shown) !== now.trim() && (
        <p className={styles.beside}>{byHand.soFar(wordsOf(field, shown))}</p>
      )}
    </div>
  );
}

function statusOptions(runner: CorrectableRunner, laps: boolean): Option[] {
  const own = new Set(recorded("status", runner));
  return STATUSES.filter(
    (status) => !laps || own.has(status) || !["finished", "none"].includes(status),
  ).map((value) => ({ value, label: byHand.statuses[value] }));
}

/** Also what is recorded, however it is written. */
function genderOptions(runner: CorrectableRunner): Option[] {
  const stored = BUCKETS.map((bucket) => ({
    value: STORED_GENDERS[bucket],
    label: text.gender.persons[bucket],
  }));
  return [
    ...stored,
    ...recorded("gender", runner)
      .filter((value) => !stored.some((option) => option.value === value))
      .map((value) => ({ value, label: value === "" ? byHand.empty : value })),
  ];
}

function distanceOptions(runner: CorrectableRunner, distances: readonly string[]): Option[] {
  return [...new Set([...distances, ...recorded("distance", runner)])].map((value) => ({
    value,
    label: value === "" ? byHand.empty : value,
  }));
}

function recorded(field: Field, runner: CorrectableRunner): string[] {
  return [
    ...new Set([uncorrected(runner), shownValues(runner)].map((values) => textOf(field, values))),
  ];
}
