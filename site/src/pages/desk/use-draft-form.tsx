import { type RefObject, useEffect, useRef, useState } from "react";
import { useOnline } from "../../lib/use-online";
import type { Request } from "../parts/staff/use-request";
import type { Problems } from "./event-draft";
import { refusedField } from "./refused-field";

/** The form of a draft, with its own errors and what the server refuses. */
export interface DraftForm<Field extends string> {
  form: RefObject<HTMLFormElement | null>;
  online: boolean;
  problems: Problems<Field>;
  /** Whether the server's refusal is shown at a field. */
  isAtField: boolean;
  /** Calls `send` if the draft has no errors; if it resolves to false, the first one is focused. */
  submit: (send: () => Promise<boolean>) => Promise<void>;
}

/** `found`: the errors of the draft; `fields`: its fields by their names on the wire. */
export function useDraftForm<Field extends string>(
  request: Request,
  found: Problems<Field>,
  fields: ReadonlyMap<string, Field>,
): DraftForm<Field> {
  const [checked, setChecked] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [attempts]);
  const refused = refusedField(request.failure);
  const refusedAt = fields.get(refused?.field ?? "");
  return {
    form,
    online,
    problems: {
      ...(checked && found),
      ...(refusedAt !== undefined && { [refusedAt]: <span lang="en">{refused?.rule}</span> }),
    },
    isAtField: refusedAt !== undefined,
    submit: async (send) => {
      if (!online || request.busy) return;
      setChecked(true);
      if (Object.keys(found).length > 0 || !(await send())) setAttempts((before) => before + 1);
    },
  };
}
