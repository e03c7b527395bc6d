import type { ComponentProps } from "react";
import { FieldFrame, type FrameProps } from "../parts/staff/SelectField";

/** A text field with its visible label, a hint, and its error. */
export function HintedField({
  label,
  hint,
  error,
  ...props
}: FrameProps & Omit<ComponentProps<"input">, "id">) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(control) => <input {...props} {...control} />}
    </FieldFrame>
  );
}
