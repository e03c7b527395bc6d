import { Fragment } from "react";
import styles from "./Kiosk.module.css";

/** "Bib 12 · 10K · 41:02.3": the known facts, each unbroken as long as it fits. */
export function Facts({ facts }: { facts: readonly string[] }) {
  const known = facts.filter((fact) => fact !== "");
  return (
    <span className={styles.facts}>
      {known.map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && " · "}
          <span>{fact}</span>
        </Fragment>
      ))}
    </span>
  );
}
