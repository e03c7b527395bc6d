import { useMemo } from "react";
import { suffixLegend } from "../../../format/result-type";
import type { Row } from "../../../scoring/row";
import { text } from "../../../text/text";
import styles from "./Legend.module.css";

/** Keeps a letter on the same line as its meaning. */
const TIED = "\u00a0";

/** The meanings of the letters after places; nothing when there are none (pages.md A10.3). */
export function Legend({ rows }: { rows: readonly Row[] }) {
  const legend = useMemo(() => suffixLegend(rows), [rows]);
  if (legend.length === 0) return null;
  return (
    <p className={styles.legend}>
      {text.results.legend}{" "}
      {legend.map(({ suffix, meaning }) => suffix + TIED + meaning).join(", ")}
    </p>
  );
}
