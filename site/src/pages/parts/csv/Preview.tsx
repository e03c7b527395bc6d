/** What an import would do, of participants and of results: counts, and lists that unfold. */
import { type ReactNode, useState } from "react";
import { number } from "../../../text/intl";
import { staff } from "../../../text/staff";
import { Button } from "../../../ui/Button";
import { Table } from "../../../ui/Table";
import type { Column } from "../../../ui/table-props";
import csv from "./Csv.module.css";
import styles from "./Import.module.css";

/** Entries shown of each kind, and added with each press. */
const STEP = 20;

/** How many lines have each of these outcomes. */
export function Counts<Outcome extends string>({
  outcomes,
  names,
  counts,
}: {
  outcomes: readonly Outcome[];
  names: Readonly<Record<Outcome, string>>;
  counts: Readonly<Record<Outcome, number>>;
}) {
  return (
    <div role="status">
      <dl className={styles.counts}>
        {outcomes.map((outcome) => (
          <div key={outcome} data-outcome={outcome}>
            <dt>{names[outcome]}</dt>
            <dd>{number(counts[outcome])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A list that can be unfolded; nothing if it is empty. */
export function Entries<T>({
  heading,
  about = "",
  entries,
  keyOf,
  draw,
}: {
  heading: (count: number) => string;
  about?: string;
  entries: readonly T[];
  keyOf: (entry: T) => string | number;
  draw: (entry: T) => ReactNode;
}) {
  const { length } = entries;
  return (
    <Unfolding heading={heading(length)} count={length} opened={length <= STEP}>
      {(most) => (
        <>
          {about !== "" && <p className={csv.note}>{about}</p>}
          <ul className={styles.lines}>
            {entries.slice(0, most).map((entry) => (
              <li key={keyOf(entry)}>{draw(entry)}</li>
            ))}
          </ul>
        </>
      )}
    </Unfolding>
  );
}

/** Rows as they will be stored, in a table that can be folded; nothing if there are none. */
export function EntryTable<T>({
  heading,
  caption,
  columns,
  rows,
  keyOf,
}: {
  heading: string;
  caption: string;
  columns: Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
}) {
  return (
    <Unfolding heading={heading} count={rows.length} opened>
      {(most) => (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={heading}>
          <Table
            caption={caption}
            columns={columns}
            list={{ rows: rows.slice(0, most), keyOf, data: rows }}
          />
        </div>
      )}
    </Unfolding>
  );
}

/** The first entries, and a button for more of them. */
function Unfolding({
  heading,
  count,
  opened,
  children,
}: {
  heading: string;
  count: number;
  opened: boolean;
  children: (most: number) => ReactNode;
}) {
  const [most, setMost] = useState(STEP);
  if (count === 0) return null;
  return (
    <details className={styles.details} open={opened || undefined}>
      <summary>{heading}</summary>
      {children(most)}
      {count > most && (
        <p>
          <Button onClick={() => setMost(most + STEP)}>
            {staff.more(Math.min(STEP, count - most))}
          </Button>
        </p>
      )}
    </details>
  );
}

/** "Birth date (DOB): ": the name of a field, and its heading in the file where that differs. */
export function beforeProblem(name: string, heading: string): string {
  return heading === "" || heading.toLowerCase() === name.toLowerCase()
    ? `${name}: `
    : `${name} (${heading}): `;
}
