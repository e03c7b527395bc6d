import type { ReactNode } from "react";
import styles from "./Style.module.css";

/** One part of the site under its name, which is its file name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.specimen} data-specimen={name}>
      <h3>{name}</h3>
      {children}
    </section>
  );
}

/** A part in one of its states. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.state}>
      <p className={styles.label}>{name}</p>
      <div>{children}</div>
    </div>
  );
}
