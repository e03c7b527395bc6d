import { Fragment, type ReactNode } from "react";
import styles from "./Desk.module.css";

/** What is known, each with its name; what is empty is left out. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) =>
        value === "" ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
