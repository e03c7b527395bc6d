import { useState } from "react";
import type { Checkin } from "../../checkin/checkin";
import { newcomer, NO_ENTRY } from "../../checkin/queue";
import { randomName } from "../../checkin/random";
import { checkinName } from "../../lists/checkin-list";
import type { DeskEntry } from "../../session/checkin";
import { checkin as words } from "../../text/checkin";
import { problemsOf } from "./AddPerson";
import { type Draft, tidied, UNTOUCHED } from "./drafts";
import { sendForm } from "./sending";
import type { Actions } from "./use-actions";

/** The form for somebody new. */
export interface Adding {
  /** Null while the form is closed. */
  draft: Draft | null;
  /** Whether it was submitted, so that errors are shown. */
  checked: boolean;
  open: (draft: Draft) => void;
  type: (typed: Partial<DeskEntry>) => void;
  save: (checkIn: boolean) => void;
  cancel: () => void;
}

/** The form for somebody new; `onClosed` is called after adding, or on cancelling. */
export function useAdding(
  checkin: Checkin,
  actions: Actions,
  onAdded: (id: string) => void,
  onClosed: () => void,
): Adding {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [checked, setChecked] = useState(false);
  const close = () => {
    setDraft(null);
    onClosed();
  };
  const save = async (checkIn: boolean) => {
    if (draft === null || draft.busy) return;
    setChecked(true);
    const { distance, birthdate } = problemsOf(draft.typed);
    if (distance !== "" || birthdate !== "") return;
    const entry = { ...NO_ENTRY, ...tidied(draft.typed), checkedIn: checkIn };
    const change = newcomer(randomName(), entry, Date.now());
    const name = checkinName(entry);
    setDraft({ ...draft, busy: true });
    try {
      const refused = await sendForm(checkin, actions, {
        change,
        what: words.did.added(name),
        name,
        refused: draft.refused,
      });
      if (refused !== null) return setDraft({ ...draft, refused });
      onAdded(change.id);
      close();
    } catch {
      setDraft(draft);
      actions.say(words.form.failed);
    }
  };
  return {
    draft,
    checked,
    open: (wanted) => {
      setChecked(false);
      setDraft(wanted);
    },
    type: (typed) =>
      setDraft((before) => before && { ...before, typed: { ...before.typed, ...typed } }),
    save: (checkIn) => void save(checkIn),
    cancel: () => {
      if (draft !== null && draft.refused !== null)
        void checkin.discard(draft.refused.key).catch(() => undefined);
      close();
    },
  };
}

/** The form, filled with what is already known about somebody new. */
export function prefilled(typed: Partial<DeskEntry>): Draft {
  return { ...UNTOUCHED, typed };
}
