import { useState } from "react";
import { Failure } from "../../api/failure";
import { type Request, useRequest } from "../parts/staff/use-request";
import { merge } from "./merge";

/** The same field was changed here and elsewhere: somebody has to decide. */
interface Conflict<T> {
  fields: (keyof T)[];
  stored: T;
}

type Outcome<T> =
  | { kind: "saved"; saved: T; elsewhere: (keyof T)[] }
  /** Nothing was saved; the form continues with `result`. */
  | { kind: "conflict"; result: T }
  | { kind: "failed" };

/** Saves of one form. */
interface CarefulSave<T> {
  request: Request;
  conflict: Conflict<T> | null;
  save: (wanted: T) => Promise<Outcome<T>>;
  /** Ends the conflict; returns the stored values of its fields. */
  settle: () => Partial<T>;
}

/**
 * Saves a change without overwriting what was changed in another tab or by somebody else since
 * `loaded`: it reads what is currently stored, and stores that with the fields changed here. If the
 * same field was changed to something else, it stores nothing.
 */
export function useCarefulSave<T extends object>(
  loaded: T,
  read: () => Promise<T | null>,
  write: (value: T) => Promise<T>,
): CarefulSave<T> {
  const request = useRequest();
  const [base, setBase] = useState(loaded);
  const [conflict, setConflict] = useState<Conflict<T> | null>(null);
  const save = async (wanted: T): Promise<Outcome<T>> => {
    let outcome: Outcome<T> = { kind: "failed" };
    setConflict(null);
    await request.run(async () => {
      const stored = await read();
      if (stored === null) throw new Failure(404);
      const { result, conflicts, elsewhere } = merge(base, wanted, stored);
      if (conflicts.length === 0) {
        outcome = { kind: "saved", saved: await write(result), elsewhere };
        return;
      }
      setBase(stored);
      setConflict({ fields: conflicts, stored });
      outcome = { kind: "conflict", result };
    });
    return outcome;
  };
  const settle = (): Partial<T> => {
    setConflict(null);
    const stored = conflict?.fields.map((field) => [field, conflict.stored[field]]) ?? [];
    return Object.fromEntries(stored) as Partial<T>;
  };
  return { request, conflict, save, settle };
}
