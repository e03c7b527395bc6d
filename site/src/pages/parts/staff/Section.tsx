import { type ReactNode, useId, useState } from "react";
import styles from "./Staff.module.css";

/** A part of the portal with its heading; `inner` is one inside an {@link Accordion}. */
export function Section({
  heading,
  inner = false,
  children,
}: {
  heading: string;
  inner?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  const Heading = inner ? "h3" : "h2";
  return (
    <section aria-labelledby={id} className={styles.section}>
      <Heading id={id}>{heading}</Heading>
      {children}
    </section>
  );
}

/** A part of the portal that its heading opens; what was typed stays while closed. */
export function Accordion({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const toggle = () => {
    setOpen(!open);
    setOpened(true);
  };
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>
        <button
          type="button"
          className={styles.opener}
          aria-expanded={open}
          aria-controls={`${id}-panel`}
          onClick={toggle}
        >
          {heading}
        </button>
      </h2>
      <div id={`${id}-panel`} className={styles.panel} hidden={!open}>
        {opened && children}
      </div>
    </section>
  );
}
