import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { organiser } from "../../text/organiser";
import styles from "./Files.module.css";
import type { Outcome } from "./use-published-file";

/** The published file and the last outcome, which is focused: its button may be gone. */
export function FileStatus({
  published,
  page,
  outcome,
}: {
  published: string;
  /** The address of the public page; null if nothing is published. */
  page: string | null;
  outcome: Outcome;
}) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (outcome.text !== "") line.current?.focus();
  }, [outcome]);
  return (
    <>
      <p>
        {published}
        {page !== null && (
          <>
            {" "}
            <Link to={page}>{organiser.files.publicPage}</Link>
          </>
        )}
      </p>
      <p ref={line} role="status" tabIndex={-1} className={styles.said}>
        {outcome.text}
      </p>
    </>
  );
}
