import type { CSSProperties } from "react";
import styles from "./Fitted.module.css";

/** Words with up to this many letters fit everywhere. */
const SHORT = 8;

/** A name in a narrow cell: smaller if its longest word would break, or among times (`small`). */
export function Fitted({ text, small = false }: { text: string; small?: boolean }) {
  const letters = longestWord(text);
  if (letters <= SHORT && !small) return text;
  return (
    <span
      className={styles.fitted}
      data-small={small || undefined}
      style={{ "--letters": letters } as CSSProperties}
    >
      <span>
        <Slashed text={text} />
      </span>
    </span>
  );
}

/** Not all browsers break a line after a slash by themselves. */
function Slashed({ text }: { text: string }) {
  const at = text.indexOf("/") + 1;
  if (at === 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      <Slashed text={text.slice(at)} />
    </>
  );
}

/** Number of letters of the longest unbreakable piece; 0 for a time, whose digits are narrow. */
function longestWord(text: string): number {
  if (/^[\d:.]*$/.test(text)) return 0;
  return Math.max(...text.split(/[\s/-]/).map((word) => Array.from(word).length));
}
