import { useId, useRef } from "react";
import type { FileError } from "../../session/files";
import { organiser } from "../../text/organiser";
import { Button } from "../../ui/Button";
import field from "../../ui/Field.module.css";
import csv from "../parts/csv/Csv.module.css";
import styles from "./Files.module.css";
import { offsetOf, pathOf, type Position, positionOf } from "./json";
import type { Draft } from "./use-draft";

/** The definition as JSON, with its errors marked. */
export function JsonText({ draft, errors }: { draft: Draft; errors: readonly FileError[] }) {
  const words = organiser.json;
  const { text, problem } = draft;
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const go = (position: Position) => {
    const at = offsetOf(text, position);
    area.current?.focus();
    area.current?.setSelectionRange(at, at + 1);
    const height = (area.current?.scrollHeight ?? 0) / Math.max(1, text.split("\n").length);
    area.current?.scrollTo({ top: Math.max(0, (position.line - 4) * height) });
  };
  const positions =
    problem === null
      ? errors.map((error) => ({ error, position: positionOf(text, pathOf(error.at)) }))
      : [];
  const wrong = problem !== null;
  return (
    <div className={field.field}>
      <label htmlFor={id}>{words.label}</label>
      <textarea
        ref={area}
        id={id}
        className={`${csv.text} ${styles.area}`}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-problem` : undefined}
        value={text}
        onChange={(event) => draft.type(event.target.value)}
      />
      {problem !== null && (
        <div id={`${id}-problem`} role="alert" className={field.error}>
          <p>{words.problem(problem.line, problem.column)}</p>
          <p className={csv.buttons}>
            <Button quiet onClick={() => go(problem)}>
              {words.go}
            </Button>
            <Button quiet onClick={draft.rewrite}>
              {words.rewrite}
            </Button>
          </p>
        </div>
      )}
      {positions.length > 0 && (
        <ul className={styles.places}>
          {positions.map(
            ({ error, position }) =>
              position !== null && (
                <li key={`${error.at} ${error.message}`}>
                  <Button quiet onClick={() => go(position)}>
                    {words.line(position.line, position.column)}
                  </Button>{" "}
                  <span lang="en">{error.message}</span>
                </li>
              ),
          )}
        </ul>
      )}
    </div>
  );
}
