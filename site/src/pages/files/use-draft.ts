import { useMemo, useState } from "react";
import { type Json, type Position, readJson, writeJson } from "./json";

/** A value edited as a form and as JSON text at the same time. */
export interface Draft {
  value: Json;
  text: string;
  /** Where the text stops being JSON; null if nowhere. Until then the value is unchanged. */
  problem: Position | null;
  /** Whether it differs from what is published. */
  changed: boolean;
  edit: (value: Json) => void;
  /** Sets a new text, as it is typed. */
  type: (text: string) => void;
  /** Writes the text again from the value: anything typed that is not JSON is dropped. */
  rewrite: () => void;
  /** Starts over with a value. */
  load: (value: Json) => void;
}

interface DraftState {
  value: Json;
  text: string;
  problem: Position | null;
}

/** Keeps a draft that starts from what is published. */
export function useDraft(published: Json): Draft {
  const [kept, setKept] = useState<DraftState>(() => written(published));
  const same = useMemo(() => JSON.stringify(published), [published]);
  const { value, text, problem } = kept;
  return {
    value,
    text,
    problem,
    changed: problem !== null || JSON.stringify(value) !== same,
    edit: (next) => setKept(written(next)),
    type: (typed) => {
      const read = readJson(typed);
      setKept(
        "value" in read
          ? { value: read.value, text: typed, problem: null }
          : { value, text: typed, problem: read.problem },
      );
    },
    rewrite: () => setKept(written(value)),
    load: (next) => setKept(written(next)),
  };
}

function written(value: Json): DraftState {
  return { value, text: writeJson(value), problem: null };
}
