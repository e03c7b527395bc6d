import { Fragment, useMemo } from "react";
import { suffixLegend } from "../../format/result-type";
import type { Row } from "../../scoring/row";
import { text } from "../../text/text";
import styles from "./Legend.module.css";

/** What the letters behind places mean; nothing when there are none (pages.md A10.3). */
export function Legend({ rows }: { rows: readonly Row[] }) {
  const legend = useMemo(() => suffixLegend(rows), [rows]);
  if (legend.length === 0) return null;
  return (
    <p className={styles.legend}>
      {text.results.legend}
      {legend.map(({ suffix, meaning }, index) => (
        <Fragment key={suffix}>
          {" "}
          <span className={styles.letter}><b>{suffix}</b> {meaning}{index < legend.length - 1 && ","}</span>
        </Fragment>
      ))}
    </p>
  );
}
