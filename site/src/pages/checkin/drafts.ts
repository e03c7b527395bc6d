/** What is typed about participants and not saved yet. */
import type { Entry, Field, Participant } from "../../session/checkin";

/** What is typed about one participant. */
export interface Draft {
  typed: Partial<Entry>;
  /**
   * What stood in the typed fields when they were first touched: what others change meanwhile
   * becomes a conflict, not a loss.
   */
  seen: Partial<Entry>;
  /** The edit that the server has refused, and its message; null when none was. */
  refused: { key: number; message: string } | null;
  /** It is on its way. */
  busy: boolean;
}

/** Nothing is typed yet. */
export const UNTOUCHED: Draft = { typed: {}, seen: {}, refused: null, busy: false };

/** The draft with one more field typed. */
export function typing(draft: Draft, person: Entry, typed: Partial<Entry>): Draft {
  const first = (Object.keys(typed) as Field[]).filter((field) => !(field in draft.seen));
  return {
    ...draft,
    typed: { ...draft.typed, ...typed },
    seen: { ...draft.seen, ...Object.fromEntries(first.map((field) => [field, person[field]])) },
  };
}

/** Whether something is typed that is not what stood there. */
export function isDirty({ typed, seen, refused, busy }: Draft): boolean {
  return (
    refused !== null ||
    busy ||
    (Object.keys(typed) as Field[]).some((field) => typed[field] !== seen[field])
  );
}

/** What is typed, without blanks around texts, as the server keeps it. */
export function tidied(typed: Partial<Entry>): Partial<Entry> {
  return Object.fromEntries(
    Object.entries(typed).map(([field, value]) => [
      field,
      typeof value === "string" ? value.trim() : value,
    ]),
  );
}

/** A participant as somebody saw it who typed. */
export function asSeen(person: Participant, { seen }: Draft): Participant {
  return { ...person, ...seen };
}
