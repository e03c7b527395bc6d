import { type ComponentProps, useId } from "react";
import styles from "./Field.module.css";

/** A field for several lines with its visible label, and its error below. */
export function TextArea({
  label,
  error = "",
  ...props
}: { label: string; error?: string } & Omit<ComponentProps<"textarea">, "id">) {
  const id = useId();
  const wrong = error !== "";
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        rows={4}
        {...props}
        id={id}
        className={styles.input}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
      />
      {wrong && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
