import { type RefObject, useEffect, useRef, useState } from "react";

/** A form that replaces what it changes, until it is saved or cancelled. */
interface EditingForm {
  editing: boolean;
  /** The button that opens it: the focus returns to it. */
  opener: RefObject<HTMLButtonElement | null>;
  /** The element around the form: its first field gets the focus. */
  place: RefObject<HTMLDivElement | null>;
  edit: () => void;
  stop: () => void;
}

/** Keeps track of whether a form is open, and of the focus. */
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
