import { type ComponentProps, type ElementType, useId } from "react";
import styles from "./Field.module.css";

/**
 * A search box with its visible label, which is `inside` the box if the page has no line to spare.
 */
export function SearchBox({
  label,
  inside = false,
  ...props
}: { label: string; inside?: boolean } & Omit<ComponentProps<"input">, "id" | "type">) {
  const id = useId();
  return (
    <search className={inside ? styles.inside : styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...props}
        id={id}
        type="search"
        className={styles.input}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
      />
    </search>
  );
}

/** A text field, of several lines `as` a textarea, with its visible label, and its error below. */
export function TextField<Tag extends "input" | "textarea" = "input">({
  label,
  error = "",
  as,
  ...props
}: { label: string; error?: string; as?: Tag } & Omit<ComponentProps<Tag>, "id">) {
  const Control = (as ?? "input") as ElementType;
  const id = useId();
  const wrong = error !== "";
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Control
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

/** One choice of a {@link Choice}. */
export interface Option {
  value: string;
  label: string;
}

/**
 * A dropdown with its visible label, which is `inside` the box if the page has no line to spare.
 */
export function Choice({
  label,
  inside = false,
  value,
  options,
  onChoose,
}: {
  label: string;
  inside?: boolean;
  value: string;
  options: readonly Option[];
  onChoose: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className={inside ? styles.inside : styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.input}
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A checkbox whose whole label can be pressed. */
export function Checkbox({
  label,
  checked,
  disabled = false,
  onToggle,
}: {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onToggle: (on: boolean) => void;
}) {
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onToggle(event.target.checked)}
      />
      {label}
    </label>
  );
}
