import { useMemo, useState } from "react";
import { type Json, type Place, readJson, writeJson } from "./json";

/** Something written as a form and as JSON: each changes the same value. */
export interface Draft {
  value: Json;
  text: string;
  /**
   * Where the text stops being JSON; null where it is. Until it is mended the value stays what it
   * was.
   */
  problem: Place | null;
  /** Differs from what is published. */
  changed: boolean;
  /** Another value, from the form. */
  edit: (value: Json) => void;
  /** Another text, as it is typed. */
  type: (text: string) => void;
  /** The value once more as text: what was typed and is no JSON goes. */
  rewrite: () => void;
  /** Begins anew. */
  load: (value: Json) => void;
}

interface Kept {
  value: Json;
  text: string;
  problem: Place | null;
}

/** Keeps a draft of what is published. */
export function useDraft(published: Json): Draft {
  const [kept, setKept] = useState<Kept>(() => written(published));
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

function written(value: Json): Kept {
  return { value, text: writeJson(value), problem: null };
}
