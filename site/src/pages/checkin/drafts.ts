/** Values typed about participants but not saved yet. */
import type { DeskEntry, Field, Participant } from "../../session/checkin";

export interface Draft {
  typed: Partial<DeskEntry>;
  /** The fields when they were first touched, so that changes by others become a conflict. */
  seen: Partial<DeskEntry>;
  /** The edit that the server refused, and its message; null if there is none. */
  refused: { key: number; message: string } | null;
  /** Whether it is being sent. */
  busy: boolean;
}

/** A draft in which nothing is typed yet. */
export const UNTOUCHED: Draft = { typed: {}, seen: {}, refused: null, busy: false };

export function typing(draft: Draft, person: DeskEntry, typed: Partial<DeskEntry>): Draft {
  const first = (Object.keys(typed) as Field[]).filter((field) => !(field in draft.seen));
  return {
    ...draft,
    typed: { ...draft.typed, ...typed },
    seen: { ...draft.seen, ...Object.fromEntries(first.map((field) => [field, person[field]])) },
  };
}

/** Whether something typed differs from what was there. */
export function isDirty({ typed, seen, refused, busy }: Draft): boolean {
  return (
    refused !== null ||
    busy ||
    (Object.keys(typed) as Field[]).some((field) => typed[field] !== seen[field])
  );
}

/** The typed values with texts trimmed, as the server stores them. */
export function tidied(typed: Partial<DeskEntry>): Partial<DeskEntry> {
  return Object.fromEntries(
    Object.entries(typed).map(([field, value]) => [
      field,
      typeof value === "string" ? value.trim() : value,
    ]),
  );
}

/** A participant as they were when the typing began. */
export function asSeen(person: Participant, { seen }: Draft): Participant {
  return { ...person, ...seen };
}
