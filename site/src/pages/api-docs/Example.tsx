import { useRef, useState } from "react";
import { copyOrSelect } from "../../lib/copy";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import styles from "./ApiDocs.module.css";

/** A shell command, with a Copy button. */
export function Example({
  line,
  of,
}: {
  line: string;
  /** The call, for screen readers. */
  of: string;
}) {
  const [said, say] = useState("");
  const code = useRef<HTMLElement>(null);
  const copy = async () => {
    say("");
    say((await copyOrSelect(line, code.current)) ? text.apiDocs.copied : text.apiDocs.copyByHand);
  };
  return (
    <>
      <h3>{text.apiDocs.example}</h3>
      <pre
        className={styles.example}
        tabIndex={0}
        role="region"
        aria-label={text.apiDocs.exampleOf(of)}
      >
        <code ref={code}>{line}</code>
      </pre>
      <Button onClick={() => void copy()}>
        {text.apiDocs.copy} <span className="hidden">{text.apiDocs.exampleOf(of)}</span>
      </Button>
      <p role="status" className={styles.soft}>
        {said}
      </p>
    </>
  );
}
