/** The form about a runner, and the correction that it makes (pages.md C28). */
import { formatMs } from "../../format/time";
import type { CorrectableRunner, RunnerValues, Status } from "../../session/corrections";
import { byHand } from "../../text/by-hand";

/** The fields of the form, in its order. */
export const FIELDS = [
  "status",
  "clock_ms",
  "chip_ms",
  "bib",
  "first",
  "last",
  "gender",
  "age",
  "age_group",
  "division",
  "distance",
] as const;

export type Field = (typeof FIELDS)[number];

/** The fields that are texts. */
const WORDS = [
  "bib",
  "first",
  "last",
  "gender",
  "age_group",
  "division",
  "distance",
] as const satisfies Field[];

/** The fields that are decided together: a time without its status means nothing. */
const OUTCOME = ["status", "clock_ms", "chip_ms"] as const satisfies Field[];

/** Typed values by field. Untouched fields follow the server: nothing is taken back unseen. */
export type Edits = Readonly<Partial<Record<Field, string>>>;

/** All that is typed about a runner. */
export interface Typed {
  edits: Edits;
  /** Why; null while nobody touched it. */
  reason: string | null;
  /** Whether exactly this is published, and only not read anew yet. */
  published: boolean;
}

export const NOTHING_TYPED: Typed = { edits: {}, reason: null, published: false };

/** Whether anything typed differs from what is stored. */
export function isChanged(runner: CorrectableRunner, { edits, reason }: Typed): boolean {
  return draftOf(runner, edits).changed || (reason !== null && reason.trim() !== runner.reason);
}

/** The values of a runner without a correction. */
export function uncorrected({ bib, uploaded, entered }: CorrectableRunner): RunnerValues {
  return { bib, ...(uploaded ?? entered) };
}

/** The values that readers see. */
export function shownValues(runner: CorrectableRunner): RunnerValues {
  return { ...uncorrected(runner), ...runner.corrected };
}

/** A value as it stands in the form; "" for one that is not known. */
export function textOf(field: Field, values: RunnerValues): string {
  if (field === "clock_ms" || field === "chip_ms") return timeText(values[field]);
  if (field === "age") return (values.age ?? 0) > 0 ? String(values.age) : "";
  if (field === "status") return values.status ?? "none";
  return values[field] ?? "";
}

export function wordsOf(field: Field, values: RunnerValues): string {
  const written =
    field === "status" ? byHand.statuses[values.status ?? "none"] : textOf(field, values);
  return written === "" ? byHand.empty : written;
}

/** A time with all that is known of it, so that what nobody touches stays to the millisecond. */
function timeText(ms: number | undefined): string {
  if (ms === undefined) return "";
  const rest = ms % 1000;
  return `${formatMs(ms, false)}${rest === 0 ? "" : `.${String(rest).padStart(3, "0").replace(/0+$/, "")}`}`;
}

/** A time in milliseconds, of `m:ss` or `h:mm:ss`, up to three decimals; null if it is none. */
function timeOf(typed: string): number | null {
  const parts = /^(?:(\d{1,3}):(?=\d\d:))?(\d{1,4}):([0-5]\d)(?:[.,](\d{1,3}))?$/.exec(
    typed.trim(),
  );
  if (parts === null) return null;
  const [, hours, minutes, seconds, decimals = ""] = parts;
  if (hours !== undefined && Number(minutes) > 59) return null;
  const ms =
    (Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 +
    Number(decimals.padEnd(3, "0"));
  return ms <= 999_999_999 ? ms : null;
}

interface Draft {
  texts: Readonly<Record<Field, string>>;
  /** Whether anything differs from what readers see. */
  changed: boolean;
  /** The whole correction to be saved; as far as nothing is wrong. */
  corrected: RunnerValues;
  wrong: Edits;
  /** Whether a time was changed and the chip time is above the clock time now. */
  isChipAbove: boolean;
}

/** The form of a runner with what was typed into it. */
export function draftOf(runner: CorrectableRunner, edits: Edits): Draft {
  const [now, without] = [shownValues(runner), uncorrected(runner)];
  const texts = Object.fromEntries(
    FIELDS.map((field) => [
      field,
      edits[field] ?? carried(field, now, edits) ?? textOf(field, now),
    ]),
  ) as Record<Field, string>;
  const isTouched = (field: Field) => texts[field].trim() !== textOf(field, now);
  const wrong: Partial<Record<Field, string>> = {};
  const corrected: RunnerValues = {};

  for (const field of WORDS) {
    const value = isTouched(field) ? texts[field].trim() : now[field];
    if (value !== undefined && value !== (without[field] ?? "")) corrected[field] = value;
  }
  if (texts.bib.trim() === "") wrong.bib = byHand.find.missing;
  if (texts.first.trim() === "" && texts.last.trim() === "") wrong.last = byHand.wrong.noName;

  const age = isTouched("age") ? ageOf(texts.age) : now.age;
  if (age === null) wrong.age = byHand.wrong.age;
  else if (age !== undefined && age !== (without.age ?? -1)) corrected.age = age;

  const status = texts.status as Status;
  let isChipAbove = false;
  if (!OUTCOME.some(isTouched)) {
    for (const field of OUTCOME) Object.assign(corrected, only(runner.corrected, field));
  } else if (status === "finished") {
    const finish: Pick<RunnerValues, "clock_ms" | "chip_ms"> = {};
    for (const field of ["clock_ms", "chip_ms"] as const) {
      const typed = texts[field].trim();
      const ms = isTouched(field) ? timeOf(typed) : (now[field] ?? null);
      if (ms !== null) finish[field] = ms;
      else if (typed !== "") wrong[field] = byHand.wrong.time;
    }
    const { clock_ms: clock = Infinity, chip_ms: chip = 0 } = finish;
    isChipAbove = chip > clock;
    if (finish.clock_ms === undefined && finish.chip_ms === undefined)
      wrong.clock_ms ??= byHand.wrong.noTime;
    else if (
      without.status !== "finished" ||
      (finish.clock_ms ?? finish.chip_ms) !== without.clock_ms ||
      (finish.chip_ms ?? finish.clock_ms) !== without.chip_ms
    )
      Object.assign(corrected, { status }, finish);
  } else if (status !== (without.status ?? "none")) {
    corrected.status = status;
  }
  return { texts, changed: FIELDS.some(isTouched), corrected, wrong, isChipAbove };
}

const OTHER_TIME: Partial<Record<Field, "clock_ms" | "chip_ms">> = {
  clock_ms: "chip_ms",
  chip_ms: "clock_ms",
};

/** What was typed as the other time, where a race has one: else chip could exceed clock. */
function carried(field: Field, now: RunnerValues, edits: Edits): string | undefined {
  const other = OTHER_TIME[field];
  const typed = other && edits[other];
  if (typed === undefined || timeOf(typed) === null) return undefined;
  const own = now[field as "clock_ms" | "chip_ms"];
  return own === undefined || own === now[other as "clock_ms" | "chip_ms"] ? typed : undefined;
}

function only(values: RunnerValues, field: Field): RunnerValues {
  return values[field] === undefined ? {} : { [field]: values[field] };
}

/** −1 for one that is not known; null for what is no age. */
function ageOf(typed: string): number | null {
  const trimmed = typed.trim();
  if (trimmed === "") return -1;
  return /^\d{1,3}$/.test(trimmed) && Number(trimmed) <= 130 ? Number(trimmed) : null;
}

/** A correction without the fields in conflict: what holds once their upload is taken. */
export function withUpload(corrected: RunnerValues, conflicts: readonly string[]): RunnerValues {
  const gone = OUTCOME.some((field) => conflicts.includes(field))
    ? [...conflicts, ...OUTCOME]
    : conflicts;
  return Object.fromEntries(
    Object.entries(corrected).filter(([field]) => !gone.includes(field)),
  ) as RunnerValues;
}
