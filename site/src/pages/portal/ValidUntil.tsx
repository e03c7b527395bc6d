import { useId, useState } from "react";
import { formatDate, instantOf } from "../../format/date";
import { staff } from "../../text/staff";
import { TextField } from "../../ui/Field";
import field from "../../ui/Field.module.css";
import styles from "../parts/staff/Staff.module.css";

/** When a key expires: as text, with a date picker beside it. */
export function ValidUntil({
  value,
  readOnly,
  onChange,
}: {
  value: string;
  readOnly: boolean;
  onChange: (value: string) => void;
}) {
  const words = staff.keys;
  const id = useId();
  const [now] = useState(Date.now);
  if (readOnly) {
    const date = formatDate(value);
    const over = (instantOf(value) ?? Number.POSITIVE_INFINITY) < now;
    return (
      <div>
        <TextField label={words.until} readOnly value={value} />
        {value === "" && <p className={styles.note}>{words.never}</p>}
        {date !== "" &&
          (over ? (
            <p className={styles.over}>{words.expired(date)}</p>
          ) : (
            <p className={styles.note}>{words.expires(date)}</p>
          ))}
      </div>
    );
  }
  return (
    <div className={styles.wide}>
      <div className={styles.until}>
        <div className={field.field}>
          <label htmlFor={id}>{words.until}</label>
          <input
            id={id}
            aria-describedby={`${id}-about`}
            className={field.input}
            autoComplete="off"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        <TextField
          label={words.day}
          type="date"
          value={/^[0-9]{4}-[0-9]{2}-[0-9]{2}/.exec(value)?.[0] ?? ""}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <p id={`${id}-about`} className={styles.note}>
        {words.untilAbout}
      </p>
    </div>
  );
}
