import { useRef, useState } from "react";
import { copyOrSelect } from "../../lib/copy";
import { pages } from "../../text/pages";
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
    say((await copyOrSelect(line, code.current)) ? pages.apiDocs.copied : pages.apiDocs.copyByHand);
  };
  return (
    <>
      <h3>{pages.apiDocs.example}</h3>
      <pre
        className={styles.example}
        tabIndex={0}
        role="region"
        aria-label={pages.apiDocs.exampleOf(of)}
      >
        <code ref={code}>{line}</code>
      </pre>
      <Button onClick={() => void copy()}>
        {pages.apiDocs.copy} <span className="hidden">{pages.apiDocs.exampleOf(of)}</span>
      </Button>
      <p role="status" className={styles.soft}>
        {said}
      </p>
    </>
  );
}
