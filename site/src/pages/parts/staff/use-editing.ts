import { useState } from "react";

/** A value that is read-only until it is edited. */
export interface Editing {
  editing: boolean;
  /** The typed value, or the loaded one. */
  value: string;
  change: (value: string) => void;
  /** Starts editing; a second call restores the loaded value. */
  toggle: () => void;
  stop: () => void;
}

/** Keeps a typed value on top of a loaded one. */
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
