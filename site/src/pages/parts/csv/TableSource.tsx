import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from "react";
import type { FileContent } from "../../../csv/read-file";
import { organiser } from "../../../text/organiser";
import { staff } from "../../../text/staff";
import { Button } from "../../../ui/Button";
import field from "../../../ui/Field.module.css";
import styles from "./Csv.module.css";
import { beginReading } from "./reading";
import { refusalWords } from "./refusal-words";

export interface Source extends FileContent {
  /** Name of the file; "" for a pasted table. */
  name: string;
  /** The file, to read it again in another encoding; a pasted text. */
  content: File | string;
}

/** Accepts a table: a file or pasted cells, read beside the page, which can stop it. */
export function TableSource({
  accept,
  focused = false,
  workbooks = false,
  onTake,
}: {
  accept: string;
  /** Whether it takes the focus, because it replaces the element that was left. */
  focused?: boolean;
  /** Whether workbooks (xlsx) are accepted; else the user is told to save them as CSV. */
  workbooks?: boolean;
  onTake: (source: Source) => void;
}) {
  const words = organiser.source;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [pasting, setPasting] = useState(false);
  const { reading, problem, read, stop } = useReading(workbooks, onTake);
  useEffect(() => {
    if (focused) input.current?.focus();
  }, [focused]);
  const cancel = () => {
    stop();
    input.current?.focus();
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    read(event.target.files?.[0]);
    // So that choosing the same file again, corrected meanwhile, triggers a change.
    event.target.value = "";
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    read(event.dataTransfer.files[0]);
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
      {reading !== null && (
        <div role="status" className={styles.buttons}>
          <p>{words.reading(reading.name)}</p>
          <Button onClick={cancel}>{staff.form.cancel}</Button>
        </div>
      )}
      {problem !== "" && (
        <p id={`${id}-problem`} role="alert" className={field.error}>
          {problem}
        </p>
      )}
      {pasting && <PastedTable onTake={read} />}
    </div>
  );
}

/** Reads one table at a time; `onTake` receives what was read. */
function useReading(workbooks: boolean, onTake: (source: Source) => void) {
  const [problem, setProblem] = useState("");
  /** Null while nothing is being read. */
  const [reading, setReading] = useState<{ content: File | string; name: string } | null>(null);
  const take = useRef(onTake);
  useEffect(() => {
    take.current = onTake;
  });
  useEffect(() => {
    if (reading === null) return;
    const { content, name } = reading;
    return beginReading(
      { content, workbooks },
      {
        take: (found) => {
          setReading(null);
          take.current({ ...found, name, content });
        },
        refuse: (refusal) => {
          setReading(null);
          setProblem(refusalWords(refusal));
        },
      },
    );
  }, [reading, workbooks]);
  const read = (content: File | string | undefined) => {
    if (content === undefined) return;
    setProblem("");
    setReading({ content, name: typeof content === "string" ? "" : content.name });
  };
  return { reading, problem, read, stop: () => setReading(null) };
}

function PastedTable({ onTake }: { onTake: (pasted: string) => void }) {
  const words = organiser.source;
  const id = useId();
  const [pasted, setPasted] = useState("");
  return (
    <div className={field.field}>
      <label htmlFor={id}>{words.pasted}</label>
      <textarea
        id={id}
        rows={6}
        className={styles.text}
        spellCheck={false}
        autoComplete="off"
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      <p>
        <Button disabled={pasted.trim() === ""} onClick={() => onTake(pasted)}>
          {words.take}
        </Button>
      </p>
    </div>
  );
}
