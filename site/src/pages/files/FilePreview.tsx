import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { organiser } from "../../text/organiser";
import { text } from "../../text/text";
import { Loading } from "../../ui/Loading";
import csv from "../parts/csv/Csv.module.css";
import styles from "./Files.module.css";
import type { Checked } from "./use-published-file";

/** How a checked file will look, and the buttons that publish it; focused after each check. */
export function FilePreview<C>({
  id,
  heading: Heading,
  checked,
  about,
  buttons,
  children,
}: {
  id: string;
  heading: "h3" | "h4";
  checked: Checked<C>;
  about: string;
  buttons: ReactNode;
  /** Its code is loaded on demand. */
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!checked.answered) heading.current?.focus();
  }, [checked]);
  return (
    <section className={styles.preview} aria-labelledby={id}>
      <Heading ref={heading} id={id} tabIndex={-1}>
        {organiser.files.previewHeading}
      </Heading>
      <p className={csv.note}>{about}</p>
      <Suspense fallback={<Loading message={text.loading} />}>{children}</Suspense>
      {buttons}
    </section>
  );
}
