import { useRef, useState } from "react";
import { asFailure } from "../../api/failure";
import {
  type CorrectableRunner,
  type RunnerValues,
  saveCorrection,
  type SeenYear,
} from "../../session/corrections";
import { byHand } from "../../text/by-hand";
import { useRequest } from "../parts/staff/use-request";
import { draftOf, type Field, FIELDS, isChanged, NOTHING_TYPED, type Typed } from "./draft";
import { refusedField } from "./refused-field";
import { usePreview } from "./use-preview";

/** A correction of one runner: typed, tried out, published, undone. */
export type Correction = ReturnType<typeof useCorrection>;

/** What is typed about a runner, kept by the page while another one is looked at. */
export interface Work {
  typed: Typed;
  type: (change: (now: Typed) => Typed) => void;
}

/** `read` reads the runner anew. */
export function useCorrection(
  at: SeenYear,
  runner: CorrectableRunner,
  { typed, type }: Work,
  read: () => Promise<void>,
) {
  const [checked, check] = useState(false);
  const [said, say] = useState("");
  const [overtaken, setOvertaken] = useState("");
  /** The runner before the last change, to go back to. */
  const [before, setBefore] = useState<CorrectableRunner | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const saving = useRequest();
  const { edits } = typed;
  const draft = draftOf(runner, edits);
  const reason = typed.reason ?? runner.reason;
  const changed = isChanged(runner, typed);
  const firstBad = FIELDS.find((field) => draft.wrong[field] !== undefined);
  /** If somebody else was first, what they did is read, and what is typed stays. */
  const save = async (corrected: RunnerValues, why: string, dryRun: boolean) => {
    try {
      return await saveCorrection(at, runner, corrected, why, dryRun);
    } catch (thrown) {
      if (asFailure(thrown).status === 409) {
        await read();
        setBefore(null);
        setOvertaken(changed ? byHand.overtaken : byHand.nothingDone);
      }
      throw thrown;
    }
  };
  const asked =
    changed && firstBad === undefined
      ? JSON.stringify([at.born, runner.seen, draft.corrected])
      : null;
  const preview = usePreview(asked, () => save(draft.corrected, reason.trim(), true));
  const refused = refusedField(preview.failure);
  const firstWrong = firstBad ?? refused?.field;
  /** `isTyped`: whether it is what is typed, which then is done with. Else that stays. */
  const publish = (corrected: RunnerValues, why: string, done: string, isTyped = false) =>
    saving.run(async () => {
      say("");
      setOvertaken("");
      await save(corrected, why, false);
      const published = { ...typed, published: true };
      // What is typed meanwhile stays.
      if (isTyped) type((now) => (now === typed ? published : now));
      setBefore(runner);
      say(done);
      check(false);
      await read();
      type((now) => (now === published ? NOTHING_TYPED : now));
    });
  /** Goes to what is wrong, or asks again what could not be asked; whether there was either. */
  const mend = () => {
    check(true);
    if (firstWrong !== undefined)
      form.current?.querySelector<HTMLElement>(`[name=${firstWrong}]`)?.focus();
    else if (preview.failure !== null) preview.again();
    return firstWrong !== undefined || preview.failure !== null;
  };
  const submit = () => {
    if (mend()) return;
    const why = Object.keys(draft.corrected).length === 0 ? "" : reason.trim();
    if (preview.found !== null) void publish(draft.corrected, why, byHand.published, true);
  };
  return {
    form,
    bar,
    texts: draft.texts,
    changed,
    errorOf: (field: Field) =>
      (checked || edits[field] !== undefined ? draft.wrong[field] : undefined) ??
      (refused?.field === field ? refused.rule : ""),
    /** The first field whose value cannot be published. */
    firstWrong,
    isChipAbove: draft.isChipAbove,
    change: (field: Field, value: string) => {
      type((now) => ({ ...now, edits: { ...now.edits, [field]: value }, published: false }));
      say("");
    },
    reason,
    typeReason: (value: string) => type((now) => ({ ...now, reason: value, published: false })),
    submit,
    /** Leaves the field for what would move, which a phone's keyboard may cover. */
    look: () => {
      if (!mend()) bar.current?.focus({ preventScroll: true });
    },
    saving,
    preview,
    waits: asked !== null && preview.found === null && preview.failure === null,
    said,
    overtaken,
    before,
    publish,
  };
}
