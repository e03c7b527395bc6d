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
import { draftOf, type Edits, type Field, FIELDS } from "./draft";
import { refusedField } from "./refused-field";
import { usePreview } from "./use-preview";

/** A correction of one runner: typed, tried out, published, undone. */
export type Correction = ReturnType<typeof useCorrection>;

/** `read` reads the runner anew. */
export function useCorrection(at: SeenYear, runner: CorrectableRunner, read: () => Promise<void>) {
  const [edits, edit] = useState<Edits>({});
  const [typedReason, typeReason] = useState<string | null>(null);
  const [checked, check] = useState(false);
  const [said, say] = useState("");
  const [overtaken, setOvertaken] = useState(false);
  /** The runner before the last change, to go back to. */
  const [before, setBefore] = useState<CorrectableRunner | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const saving = useRequest();
  const draft = draftOf(runner, edits);
  const reason = typedReason ?? runner.reason;
  const changed = draft.changed || reason.trim() !== runner.reason;
  const firstBad = FIELDS.find((field) => draft.wrong[field] !== undefined);
  /** If somebody else was first, what they did is read, and what is typed stays. */
  const save = async (corrected: RunnerValues, why: string, dryRun: boolean) => {
    try {
      return await saveCorrection(at, runner, corrected, why, dryRun);
    } catch (thrown) {
      if (asFailure(thrown).status === 409) {
        await read();
        setOvertaken(true);
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
  const publish = (corrected: RunnerValues, why: string, done: string) =>
    saving.run(async () => {
      say("");
      setOvertaken(false);
      await save(corrected, why, false);
      setBefore(runner);
      say(done);
      await read();
      // Edits made meanwhile stay.
      edit((now) => (now === edits ? {} : now));
      typeReason((now) => (now === typedReason ? null : now));
      check(false);
    });
  const submit = () => {
    check(true);
    if (firstWrong !== undefined)
      return form.current?.querySelector<HTMLElement>(`[name=${firstWrong}]`)?.focus();
    if (preview.failure !== null) return preview.again();
    const why = Object.keys(draft.corrected).length === 0 ? "" : reason.trim();
    if (preview.found !== null) void publish(draft.corrected, why, byHand.published);
  };
  return {
    form,
    texts: draft.texts,
    changed,
    errorOf: (field: Field) =>
      (checked || edits[field] !== undefined ? draft.wrong[field] : undefined) ??
      (refused?.field === field ? refused.rule : ""),
    /** The first field whose value cannot be published. */
    firstWrong,
    isChipAbove: draft.isChipAbove,
    change: (field: Field, value: string) => {
      edit({ ...edits, [field]: value });
      say("");
    },
    reason,
    typeReason,
    submit,
    saving,
    preview,
    waits: asked !== null && preview.found === null && preview.failure === null,
    said,
    overtaken,
    before,
    publish,
  };
}
