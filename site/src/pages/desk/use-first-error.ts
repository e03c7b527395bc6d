import { type RefObject, useEffect, useState } from "react";

/**
 * Returns a function that moves the focus to the first field of a form in error; call it when an
 * attempt to send the form has failed.
 */
export function useFirstError(form: RefObject<HTMLElement | null>): () => void {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [attempts, form]);
  return () => setAttempts((before) => before + 1);
}
