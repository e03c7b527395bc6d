import { type ReactNode, useId } from "react";
import type { Option } from "../../../ui/Field";
import field from "../../../ui/Field.module.css";
import styles from "./Staff.module.css";

/**
 * A dropdown with its visible label, an entry for "nothing chosen" labelled `none` if given, and
 * its error and hint below.
 */
export function SelectField({
  label,
  none,
  options,
  value,
  error = "",
  hint = "",
  required = false,
  onChange,
}: {
  label: string;
  none?: string;
  options: readonly Option[];
  value: string;
  /** "" when there is no error. */
  error?: ReactNode;
  hint?: string;
  required?: boolean;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const wrong = error !== "";
  const described = [wrong && `${id}-error`, hint !== "" && `${id}-hint`]
    .filter((part) => part !== false)
    .join(" ");
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={field.input}
        value={value}
        aria-required={required || undefined}
        aria-invalid={wrong || undefined}
        aria-describedby={described === "" ? undefined : described}
        onChange={(event) => onChange(event.target.value)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {wrong && (
        <p id={`${id}-error`} className={field.error}>
          {error}
        </p>
      )}
      {hint !== "" && (
        <p id={`${id}-hint`} className={styles.note}>
          {hint}
        </p>
      )}
    </div>
  );
}
