import { Fragment, type ReactNode } from "react";
import styles from "./FoldLine.module.css";

/** Part of a folded line, and the widest screen it is needed on. */
export interface FoldPart {
  words: string;
  from: "wide" | "medium" | "small";
}

/** Whether a part is not wrapped. */
export function isWhole(words: string): boolean {
  return words.length <= WHOLE;
}

/** Parts of up to this many letters fit on the narrowest phone's line, and are not wrapped. */
const WHOLE = 16;

const SHOWN = { wide: undefined, medium: styles.medium, small: styles.small };

/** What has columns on wider screens, in words (pages.md B6.5), without empty parts. */
export function FoldLine({ parts, before }: { parts: readonly FoldPart[]; before?: ReactNode }) {
  const shown = parts.filter(({ words }) => words !== "");
  if (shown.length === 0) return null;
  return (
    <div className={styles.fold}>
      {shown.map(({ words, from }, index) => (
        <Fragment key={words}>
          {index > 0 && " "}
          <span className={SHOWN[from]} data-whole={isWhole(words) || undefined}>
            {index === 0 && before}
            {words}
            {index < shown.length - 1 ? "," : ""}
          </span>
        </Fragment>
      ))}
    </div>
  );
}

/** A {@link FoldLine} all parts of which are needed on small screens only. */
export function SmallFold({ words, before }: { words: readonly string[]; before?: ReactNode }) {
  return <FoldLine parts={words.map((word) => ({ words: word, from: "small" }))} before={before} />;
}
