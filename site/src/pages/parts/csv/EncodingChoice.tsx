import { useEffect, useRef, useState } from "react";
import { type Encoding, ENCODINGS, UNREADABLE } from "../../../csv/decode";
import type { TableRow } from "../../../csv/table";
import { organiser } from "../../../text/organiser";
import { SelectField } from "../staff/SelectField";
import styles from "./Csv.module.css";
import { beginReading } from "./reading";
import type { Source } from "./TableSource";

/** The number of lines shown as examples, and of unreadable ones. */
const SHOWN = 3;

/** In which encoding a text was read, shown on lines where it matters, and changed here. */
export function EncodingChoice({
  source,
  onTake,
}: {
  source: Source;
  /** Receives the same file, read again. */
  onTake: (source: Source) => void;
}) {
  const [chosen, choose] = useState<Encoding | null>(null);
  const { content, name } = source;
  const encoding = source.text?.encoding ?? null;
  const take = useRef(onTake);
  useEffect(() => {
    take.current = onTake;
  });
  useEffect(() => {
    if (chosen === null) return;
    return beginReading(
      { content, workbooks: false, encoding: chosen },
      {
        take: (found) => {
          choose(null);
          take.current({ ...found, name, content });
        },
        // The file has gone meanwhile, or is no table in this encoding.
        refuse: () => choose(null),
      },
    );
  }, [chosen, content, name]);
  if (encoding === null) return null;
  const rows = source.sheets[0]?.rows ?? [];
  const special = rows.filter(({ cells }) => cells.some((cell) => /[^\p{ASCII}]/u.test(cell)));
  const unreadable = special.filter(({ cells }) => cells.some((cell) => cell.includes(UNREADABLE)));
  if (special.length === 0) return null;
  const words = organiser.encoding;
  return (
    <div className={styles.encoding}>
      <SelectField
        label={words.label}
        options={ENCODINGS.map((value) => ({ value, label: words.names[value] }))}
        value={chosen ?? encoding}
        onChange={(value) => choose(ENCODINGS.find((known) => known === value) ?? null)}
      />
      <ul className={styles.examples} aria-label={words.examples}>
        {special.slice(0, SHOWN).map((row) => (
          <li key={row.line}>
            {words.line(row.line)} <bdi>{exampleOf(row)}</bdi>
          </li>
        ))}
      </ul>
      {unreadable.length > 0 && (
        <p role="alert" className={styles.asked}>
          {words.unreadable(
            unreadable.slice(0, SHOWN).map(({ line }) => line),
            unreadable.length,
          )}
        </p>
      )}
    </div>
  );
}

/** The cells of a line with letters beyond a to z. */
function exampleOf({ cells }: TableRow): string {
  return cells
    .filter((cell) => /[^\p{ASCII}]/u.test(cell))
    .join(", ")
    .slice(0, 80);
}
