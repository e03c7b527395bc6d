import { useId } from "react";
import type { Fact } from "../parts/runner/runner-facts";
import styles from "./Individual.module.css";

/** A block of names and values; the main one is what a visitor came for. */
export function Facts({
  facts,
  heading,
  main = false,
}: {
  facts: readonly Fact[];
  heading?: string;
  main?: boolean;
}) {
  const id = useId();
  return (
    <section
      className={main ? styles.mainFacts : styles.facts}
      aria-labelledby={heading === undefined ? undefined : id}
    >
      {heading !== undefined && <h2 id={id}>{heading}</h2>}
      <dl>
        {facts.map(({ name, values }) => (
          <div key={name}>
            <dt>{name}</dt>
            {values.map((value) => (
              <dd key={value}>{value}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}
