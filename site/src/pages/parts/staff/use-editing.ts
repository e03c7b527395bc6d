import { useState } from "react";

/** A value that is read-only until it is edited. */
export interface Editing {
  editing: boolean;
  /** What is typed, or the loaded value. */
  value: string;
  change: (value: string) => void;
  /** Begins to edit; a second time takes the loaded value back. */
  toggle: () => void;
  stop: () => void;
}

/** Keeps what is typed in the place of a loaded value. */
export function useEditing(loaded: string): Editing {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    editing: typed !== null,
    value: typed ?? loaded,
    change: setTyped,
    toggle: () => setTyped(typed === null ? loaded : null),
    stop: () => setTyped(null),
  };
}
