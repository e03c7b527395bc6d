import { type ReactNode, useId } from "react";
import type { Option } from "../../../ui/Field";
import field from "../../../ui/Field.module.css";
import styles from "./Staff.module.css";

export interface FrameProps {
  label: string;
  /** "" when there is no error. */
  error?: ReactNode;
  hint?: string;
}

/** The frame of a field: its visible label, the control that `children` draws, its error and hint. */
export function FieldFrame({
  label,
  error = "",
  hint = "",
  children,
}: FrameProps & { children: (control: object) => ReactNode }) {
  const id = useId();
  const wrong = error !== "";
  const described = [wrong && `${id}-error`, hint !== "" && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: field.input,
        "aria-invalid": wrong || undefined,
        "aria-describedby": described || undefined,
      })}
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

/** A dropdown, with an entry for "nothing chosen" labelled `none` if given. */
export function SelectField({
  none,
  options,
  value,
  required = false,
  onChange,
  ...frame
}: FrameProps & {
  none?: string;
  options: readonly Option[];
  value: string;
  required?: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <FieldFrame {...frame}>
      {(control) => (
        <select
          {...control}
          value={value}
          aria-required={required || undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {none !== undefined && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
