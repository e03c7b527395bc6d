import { type RefObject, useEffect, useRef, useState } from "react";

/** A form that takes the place of what it changes, until it is saved or given up. */
export interface EditingForm {
  editing: boolean;
  /** Of the button that opens it: the focus comes back to it. */
  opener: RefObject<HTMLButtonElement | null>;
  /** Of what the form stands in: its first field takes the focus. */
  place: RefObject<HTMLDivElement | null>;
  edit: () => void;
  stop: () => void;
}

/** Keeps whether a form is open, and the focus where the work is. */
export function useEditingForm(openAtFirst = false): EditingForm {
  const [editing, setEditing] = useState(openAtFirst);
  const opener = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(editing);
  useEffect(() => {
    if (before.current === editing) return;
    before.current = editing;
    if (editing) place.current?.querySelector<HTMLElement>("input,select")?.focus();
    else opener.current?.focus();
  }, [editing]);
  return { editing, opener, place, edit: () => setEditing(true), stop: () => setEditing(false) };
}
