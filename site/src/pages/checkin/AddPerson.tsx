import { useEffect, useRef } from "react";
import { NO_ENTRY } from "../../checkin/queue";
import { hiddenOf, othersWith, type View } from "../../checkin/view";
import type { DeskEntry } from "../../session/checkin";
import { checkin as words } from "../../text/checkin";
import { Button } from "../../ui/Button";
import styles from "./Checkin.module.css";
import type { Draft } from "./drafts";
import { PersonFields, type Problems } from "./PersonFields";
import { Refusal } from "./Refusal";
import { StaffForm } from "../parts/staff/StaffForm";

/** Errors of somebody new that the server would refuse, but perhaps after they have left. */
export function problemsOf({ distance, birthdate }: Partial<DeskEntry>): Problems {
  return {
    distance: (distance ?? "").trim() === "" ? words.form.noDistance : "",
    birthdate: (birthdate ?? "").trim() === "" ? words.form.noBirthdate : "",
  };
}

/** The form to add somebody who is at the desk. */
export function AddPerson({
  draft,
  checked,
  view,
  nextBib,
  onType,
  onSave,
  onCancel,
}: {
  draft: Draft;
  /** Whether it was submitted before, so that errors are shown. */
  checked: boolean;
  view: View;
  nextBib: string | null;
  onType: (typed: Partial<DeskEntry>) => void;
  onSave: (checkIn: boolean) => void;
  onCancel: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const { message } = draft.refused ?? { message: null };
  useEffect(() => form.current?.querySelector<HTMLElement>("select, input")?.focus(), []);
  useEffect(() => {
    if (message !== null) form.current?.querySelector<HTMLElement>("[role=alert]")?.focus();
  }, [message]);
  const save = (checkIn: boolean) => {
    onSave(checkIn);
    const problems = problemsOf(draft.typed);
    if (problems.distance !== "")
      form.current?.querySelector<HTMLElement>("select, input")?.focus();
    else if (problems.birthdate !== "")
      form.current?.querySelector<HTMLElement>("input[name=birthdate]")?.focus();
  };
  return (
    <StaffForm
      ref={form}
      aria-label={words.form.addHeading}
      className={styles.form}
      onSubmit={() => !draft.busy && save(true)}
    >
      <h3>{words.form.addHeading}</h3>
      <PersonFields
        adding
        values={{ ...NO_ENTRY, ...draft.typed }}
        distances={view.distances}
        bibs={{
          next: nextBib,
          wearers: othersWith(view, draft.typed.bib ?? "", ""),
          hidden: hiddenOf(view, [draft.typed.bib ?? ""]),
        }}
        problems={checked ? problemsOf(draft.typed) : undefined}
        onChange={onType}
      />
      <Refusal message={message} />
      <p className={styles.buttons}>
        <Button type="submit" busy={draft.busy}>
          {words.form.addAndCheckIn}
        </Button>
        <Button busy={draft.busy} onClick={() => save(false)}>
          {words.form.addOnly}
        </Button>
        <Button disabled={draft.busy} onClick={onCancel}>
          {words.form.cancel}
        </Button>
      </p>
    </StaffForm>
  );
}
