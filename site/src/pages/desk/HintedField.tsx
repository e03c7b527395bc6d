import { type ComponentProps, type ReactNode, useId } from "react";
import field from "../../ui/Field.module.css";
import styles from "../parts/staff/Staff.module.css";

/** A text field with its visible label, a hint, and its error. */
export function HintedField({
  label,
  hint = "",
  error = "",
  ...props
}: {
  label: string;
  hint?: string;
  /** "" when there is no error. */
  error?: ReactNode;
} & Omit<ComponentProps<"input">, "id">) {
  const id = useId();
  const wrong = error !== "";
  const described = [wrong && `${id}-error`, hint !== "" && `${id}-hint`]
    .filter((part) => part !== false)
    .join(" ");
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...props}
        id={id}
        className={field.input}
        aria-invalid={wrong || undefined}
        aria-describedby={described === "" ? undefined : described}
      />
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
