import { useEffect, useRef, useState } from "react";
import { useOnline } from "../../../lib/use-online";
import { staff } from "../../../text/staff";
import { Button } from "../../../ui/Button";
import { TextField } from "../../../ui/Field";
import { FailureAlert } from "./FailureAlert";
import { OfflineNote, StaffForm } from "./StaffForm";
import styles from "./Staff.module.css";
import type { Editing } from "./use-editing";
import type { Request } from "./use-request";

/** A field that is read-only until Edit is pressed, with its own Save. */
export function EditableField({
  label,
  type,
  autoComplete,
  editing: { editing, value, change, toggle },
  request,
  check,
  onSave,
}: {
  label: string;
  type: "text" | "email";
  autoComplete: string;
  editing: Editing;
  request: Request;
  /** Returns what is wrong with the value; "" if nothing is. */
  check: (value: string) => string;
  /** Receives a valid, trimmed value. */
  onSave: (value: string) => void;
}) {
  const [checked, setChecked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(editing);
  const online = useOnline();
  // Save appears and disappears with editing: the focus stays at the field or at Edit.
  useEffect(() => {
    if (wasEditing.current === editing) return;
    wasEditing.current = editing;
    (editing ? input : edit).current?.focus();
  }, [editing]);
  const submit = () => {
    if (!editing || !online || request.busy) return;
    setChecked(true);
    if (check(value) === "") onSave(value.trim());
    else input.current?.focus();
  };
  return (
    <StaffForm onSubmit={submit}>
      <div className={styles.line}>
        <TextField
          ref={input}
          label={label}
          type={type}
          autoComplete={autoComplete}
          readOnly={!editing}
          aria-required={editing || undefined}
          value={value}
          error={editing && checked ? check(value) : ""}
          onChange={(event) => change(event.target.value)}
        />
        <div className={styles.buttons}>
          <Button
            ref={edit}
            aria-pressed={editing}
            onClick={() => {
              setChecked(false);
              request.forget();
              toggle();
            }}
          >
            {staff.form.edit} <span className="hidden">{label}</span>
          </Button>
          {editing && (
            <Button type="submit" disabled={!online} busy={request.busy}>
              {staff.form.save} <span className="hidden">{label}</span>
            </Button>
          )}
        </div>
      </div>
      {editing && <OfflineNote />}
      {request.failure !== null && <FailureAlert failure={request.failure} />}
    </StaffForm>
  );
}
