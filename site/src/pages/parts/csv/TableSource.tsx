import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from "react";
import { decode, type Encoding, isPacked } from "../../../csv/decode";
import { organiser } from "../../../text/organiser";
import { Button } from "../../../ui/Button";
import field from "../../../ui/Field.module.css";
import styles from "./Csv.module.css";

/** The text of a table, and where it comes from. */
export interface Source {
  text: string;
  /** Name of the file; "" for a pasted table. */
  name: string;
  /** Null for a pasted table. */
  encoding: Encoding | null;
}

/** Larger files are not a list of a race. */
const MOST_BYTES = 20_000_000;

/** Accepts a table: a file, chosen or dropped, or pasted cells. */
export function TableSource({
  accept,
  focused = false,
  onTake,
  onWorkbook,
}: {
  accept: string;
  /** Whether it takes the focus, because it replaces the element that was left. */
  focused?: boolean;
  onTake: (source: Source) => void;
  /** Receives the bytes of a workbook (xlsx); without it the user is told to save it as CSV. */
  onWorkbook?: (bytes: Uint8Array, name: string) => void;
}) {
  const words = organiser.source;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [pasting, setPasting] = useState(false);
  const [pasted, setPasted] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem("");
    if (file.size > MOST_BYTES) return setProblem(words.tooLarge);
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (onWorkbook !== undefined && isPacked(bytes)) return onWorkbook(bytes, file.name);
      const { text, encoding } = decode(bytes);
      if (isSpreadsheet(text)) return setProblem(words.spreadsheet);
      if (text.trim() === "") return setProblem(words.empty);
      onTake({ text, name: file.name, encoding });
    } catch {
      setProblem(words.unreadable);
    }
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    void read(event.target.files?.[0]);
    // So that choosing the same file again, corrected meanwhile, triggers a change.
    event.target.value = "";
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  };
  return (
    <div className={styles.source} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div className={styles.buttons}>
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept}
          className={styles.file}
          aria-label={words.file}
          aria-describedby={problem === "" ? undefined : `${id}-problem`}
          onChange={choose}
        />
        <Button aria-expanded={pasting} onClick={() => setPasting(!pasting)}>
          {words.paste}
        </Button>
      </div>
      {problem !== "" && (
        <p id={`${id}-problem`} role="alert" className={field.error}>
          {problem}
        </p>
      )}
      {pasting && (
        <div className={field.field}>
          <label htmlFor={`${id}-pasted`}>{words.pasted}</label>
          <textarea
            id={`${id}-pasted`}
            rows={6}
            className={styles.text}
            spellCheck={false}
            autoComplete="off"
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
          />
          <p>
            <Button
              disabled={pasted.trim() === ""}
              onClick={() => onTake({ text: pasted, name: "", encoding: null })}
            >
              {words.take}
            </Button>
          </p>
        </div>
      )}
    </div>
  );
}

/**
 * Whether this is a workbook instead of a table: a zip archive, or the old format; both begin with
 * characters that no text has.
 */
function isSpreadsheet(text: string): boolean {
  return text.startsWith("PK\u0003\u0004") || text.startsWith("\u00d0\u00cf\u0011\u00e0");
}
