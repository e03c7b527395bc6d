import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FileError } from "../../session/files";
import { organiser } from "../../text/organiser";
import { focusFirstError } from "./errors-in-form";
import styles from "./Files.module.css";
import { JsonText } from "./JsonText";
import type { Draft } from "./use-draft";

/** The form, and the JSON it stands for behind a fold, which opens while the JSON cannot be read. */
export function SeriesEditor({
  draft,
  errors,
  byPath,
  children,
}: {
  draft: Draft;
  errors: readonly FileError[];
  /** The errors by the path of their field in the form. */
  byPath: ReadonlyMap<string, string>;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => focusFirstError(form.current, byPath), [byPath]);
  return (
    <>
      <div ref={form}>{children}</div>
      <details
        className={styles.more}
        open={open || draft.problem !== null}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>{organiser.series.json}</summary>
        <JsonText draft={draft} errors={errors} />
      </details>
    </>
  );
}
