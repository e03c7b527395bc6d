import { useEffect, useRef } from "react";
import { useOnline } from "../../lib/use-online";
import { organiser } from "../../text/organiser";
import { Button } from "../../ui/Button";
import csv from "../parts/csv/Csv.module.css";
import styles from "../parts/csv/Import.module.css";
import { fieldWords } from "../parts/csv/problem-words";
import { FailureAlert } from "../parts/staff/FailureAlert";
import type { Unsent } from "./sending";
import type { ImportSending } from "./use-sending";
import { OfflineNote } from "../parts/staff/StaffForm";

export function SendPanel({ sending, onAgain }: { sending: ImportSending; onAgain: () => void }) {
  const words = organiser.sending;
  const { progress, running, failure, resume, stop } = sending;
  const online = useOnline();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that started it is gone.
  useEffect(() => heading.current?.focus(), []);
  if (progress === null) return null;
  const { settled, total, stored, unsent } = progress;
  const done = settled === total;
  return (
    <div className={csv.mapping}>
      <h3 ref={heading} tabIndex={-1}>
        {done ? words.done : running ? words.running : words.stopped}
      </h3>
      <progress
        className={styles.progress}
        max={total}
        value={settled}
        aria-label={words.running}
      />
      <p role="status">{words.stored(stored, total)}</p>
      {!done && !running && <p>{words.rest(total - settled)}</p>}
      {failure !== null && (
        <FailureAlert
          failure={failure}
          wordless={failure.status === 0 ? words.broken : undefined}
        />
      )}
      {unsent.length > 0 && (
        <div>
          <p className={styles.wrong}>{words.unsent(unsent.length)}</p>
          <ul className={styles.lines}>
            {unsent.map((line) => (
              <li key={line.line}>
                <b>{organiser.dryRun.line(line.line)}</b> <Why unsent={line} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={csv.buttons}>
        {running && <Button onClick={stop}>{words.stop}</Button>}
        {!running && !done && (
          <Button data-primary disabled={!online} onClick={resume}>
            {words.resume}
          </Button>
        )}
        {!running && <Button onClick={onAgain}>{words.again}</Button>}
      </div>
      {!running && !done && <OfflineNote className={csv.note} />}
    </div>
  );
}

function Why({ unsent: { why, field, message } }: { unsent: Unsent }) {
  return (
    <>
      {field === null ? "" : `${fieldWords(field)}: `}
      {organiser.sending.why[why]}
      {message !== "" && (
        <>
          {" "}
          <span lang="en">{message}</span>
        </>
      )}
    </>
  );
}
