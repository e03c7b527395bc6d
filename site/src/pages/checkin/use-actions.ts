import { useCallback, useRef, useState } from "react";
import type { Checkin, Outcome } from "../../checkin/checkin";
import { type Change, changeTo } from "../../checkin/queue";
import { swap } from "../../checkin/bibs";
import { checkinName } from "../../lists/checkin-list";
import type { Participant } from "../../session/checkin";
import { checkin as words } from "../../text/checkin";

/** Something that was done here and can be undone. */
interface Action {
  key: number;
  changes: readonly Change[];
  /** The action in words, for Undo and announcements. */
  what: string;
}

/** The actions of the people at the desk. */
export interface Actions {
  /** Puts an edit into the queue; resolves to its key and what is known after `patience` ms. */
  act: (
    changes: readonly Change[],
    what: string,
    patience?: number,
  ) => Promise<{ outcome: Outcome; key: number }>;
  checkIn: (person: Participant, checkedIn: boolean) => void;
  giveBib: (person: Participant, bib: string) => void;
  swapBibs: (one: Participant, other: Participant) => void;
  /** The last action that can be undone; null when there is none. */
  last: Action | null;
  undo: () => void;
  /** The text for the polite live region. */
  said: string;
  say: (words: string) => void;
}

/** How many actions can be undone, the last one first. */
const REMEMBERED = 50;

/** The actions of the people at the desk, and undoing them. */
export function useActions(checkin: Checkin): Actions {
  const [done, setDone] = useState<readonly Action[]>([]);
  const [said, say] = useState("");
  const undoing = useRef(false);
  const act = useCallback(
    async (changes: readonly Change[], what: string, patience = 0) => {
      try {
        const key = await checkin.edit(changes);
        setDone((before) => [...before.slice(1 - REMEMBERED), { key, changes, what }]);
        return { outcome: await checkin.outcome(key, patience), key };
      } catch (thrown) {
        say(words.form.failed);
        throw thrown;
      }
    },
    [checkin],
  );
  const last = done.at(-1) ?? null;
  const undo = async () => {
    if (last === null || undoing.current) return;
    undoing.current = true;
    try {
      const back = await checkin.takeBack(last.key, last.changes);
      setDone((before) => before.filter((one) => one !== last));
      say(back ? words.saving.undone(last.what) : words.saving.cannotUndo(nameIn(last.changes)));
    } catch {
      say(words.form.failed);
    }
    undoing.current = false;
  };
  const quick = useCallback(
    (changes: readonly (Change | null)[], what: string) => {
      const real = changes.filter((change) => change !== null);
      if (real.length === 0) return;
      // Only after the edit is kept on the device.
      act(real, what).then(
        () => say(what),
        () => undefined,
      );
    },
    [act],
  );
  const checkIn = useCallback(
    (person: Participant, checkedIn: boolean) => {
      const name = checkinName(person);
      quick(
        [changeTo(person, { checkedIn }, Date.now())],
        checkedIn ? words.did.checkedIn(name) : words.did.checkedOut(name),
      );
    },
    [quick],
  );
  const giveBib = useCallback(
    (person: Participant, bib: string) => {
      quick([changeTo(person, { bib }, Date.now())], words.did.bib(bib, checkinName(person)));
    },
    [quick],
  );
  const swapBibs = useCallback(
    (one: Participant, other: Participant) => {
      quick(swap(one, other, Date.now()), words.did.swapped(checkinName(one), checkinName(other)));
    },
    [quick],
  );
  return { act, checkIn, giveBib, swapBibs, last, undo: () => void undo(), said, say };
}

function nameIn(changes: readonly Change[]): string {
  const [first] = changes;
  return first === undefined ? "" : checkinName(first.person);
}
