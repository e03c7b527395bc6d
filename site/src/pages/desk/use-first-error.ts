import { type RefObject, useEffect, useState } from "react";

/**
 * Takes the focus to the first field of a form in error; call what it returns when an attempt to
 * send it has failed.
 */
export function useFirstError(form: RefObject<HTMLElement | null>): () => void {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [attempts, form]);
  return () => setAttempts((before) => before + 1);
}
