import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Checkin } from "../../checkin/checkin";
import { changeTo } from "../../checkin/queue";
import { checkinName } from "../../lists/checkin-list";
import type { Participant } from "../../session/checkin";
import { checkin as words } from "../../text/checkin";
import { asSeen, type Draft, isDirty, tidied, typing, UNTOUCHED } from "./drafts";
import type { RowActions } from "./PersonRow";
import { sendForm } from "./sending";
import type { Actions } from "./use-actions";

/** The open rows, with what has been typed in them. */
export interface OpenRows {
  drafts: ReadonlyMap<string, Draft>;
  /** Ids of people whose form is not saved: they stay in the list whatever the filter is. */
  dirty: ReadonlySet<string>;
  rowActions: RowActions;
  open: (id: string, draft: Draft) => void;
}

/** The open rows. `onUse` gets the person something was done with, `onClosed` the closed one. */
export function useOpenRows(
  checkin: Checkin,
  actions: Actions,
  onUse: (...ids: string[]) => void,
  onClosed: (id: string) => void,
): OpenRows {
  const { drafts, set, update } = useDrafts();
  const close = (id: string) => {
    set(id, null);
    onClosed(id);
  };
  const save = async (person: Participant, checkIn: boolean) => {
    const draft = drafts.get(person.id) ?? UNTOUCHED;
    if (draft.busy) return;
    onUse(person.id);
    const change = changeTo(
      asSeen(person, draft),
      { ...tidied(draft.typed), ...(checkIn && { checkedIn: true }) },
      Date.now(),
    );
    if (change === null) return close(person.id);
    set(person.id, { ...draft, busy: true });
    const name = checkinName(change.person);
    try {
      const refused = await sendForm(checkin, actions, {
        change,
        what: words.did.changed(name),
        name,
        refused: draft.refused,
      });
      if (refused === null) close(person.id);
      else set(person.id, { ...draft, refused });
    } catch {
      set(person.id, draft);
      actions.say(words.form.failed);
    }
  };
  const toggle = ({ id }: Participant) => {
    const draft = drafts.get(id);
    if (draft === undefined) return set(id, UNTOUCHED);
    // An edit that was refused and is given up here is not asked about again above the list.
    if (draft.refused !== null) void checkin.discard(draft.refused.key).catch(() => undefined);
    close(id);
  };
  // The rows get functions that never change; these read the current values.
  const now = useRef({ save, toggle, actions, onUse });
  useEffect(() => {
    now.current = { save, toggle, actions, onUse };
  });
  const rowActions = useMemo(
    (): RowActions => ({
      onToggle: (person) => now.current.toggle(person),
      onSave: (person, checkIn) => void now.current.save(person, checkIn),
      onType: (person, typed) =>
        update(person.id, (draft) => typing(draft ?? UNTOUCHED, person, typed)),
      onCheckIn: (person, checkedIn) => {
        now.current.onUse(person.id);
        now.current.actions.checkIn(person, checkedIn);
      },
      onGiveBib: (person, bib) => {
        now.current.onUse(person.id);
        now.current.actions.giveBib(person, bib);
      },
      onSwap: (person, other) => {
        now.current.onUse(person.id, other.id);
        now.current.actions.swapBibs(person, other);
        update(person.id, (draft) => draft && withoutBib(draft));
      },
    }),
    [update],
  );
  const dirty = useMemo(
    () => new Set([...drafts].filter(([, draft]) => isDirty(draft)).map(([id]) => id)),
    [drafts],
  );
  return { drafts, dirty, rowActions, open: set };
}

function useDrafts() {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const update = useCallback(
    (id: string, change: (draft: Draft | undefined) => Draft | null | undefined) =>
      setDrafts((before) => {
        const after = new Map(before);
        const draft = change(before.get(id));
        if (draft) after.set(id, draft);
        else after.delete(id);
        return after;
      }),
    [],
  );
  return { drafts, update, set: (id: string, draft: Draft | null) => update(id, () => draft) };
}

function withoutBib(draft: Draft): Draft {
  const { bib: _typed, ...typed } = draft.typed;
  const { bib: _seen, ...seen } = draft.seen;
  return { ...draft, typed, seen };
}
