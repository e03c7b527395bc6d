import { type RefObject, useId, useRef, useState } from "react";
import { useOnline } from "../../lib/use-online";
import { changePassword } from "../../session/account";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { newPasswordProblem, repeatProblem } from "../parts/staff/checks";
import { ConfirmDialog } from "../parts/staff/ConfirmDialog";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { OfflineNote, StaffForm } from "../parts/staff/StaffForm";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";

/** A change of password waiting to be confirmed. */
interface Pending {
  old: string;
  wanted: string;
}

/** The error of each field; "" when there is none. */
interface Problems {
  old: string;
  wanted: string;
  again: string;
}

const NONE: Problems = { old: "", wanted: "", again: "" };

/** "Change Password", which shows the fields and hides them again. */
export function PasswordForm({ realm, email }: { realm: Realm; email: string }) {
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState<Pending | null>(null);
  const request = useRequest();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const close = () => {
    setPending(null);
    setOpen(false);
    toggle.current?.focus();
  };
  const confirm = async ({ old, wanted }: Pending) => {
    await request.run(() => changePassword(realm, old, wanted));
    // Successful or not, none of the passwords stays in the page.
    form.current?.reset();
    setPending(null);
  };
  return (
    <div className={styles.form}>
      <p>
        <Button
          ref={toggle}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => {
            request.forget();
            setOpen(!open);
          }}
        >
          {open ? staff.form.cancel : staff.account.changePassword}
        </Button>
      </p>
      {open && (
        <Fields
          id={id}
          ref={form}
          email={email}
          onSave={(change) => {
            request.forget();
            setPending(change);
          }}
        />
      )}
      {request.failure !== null && <FailureAlert failure={request.failure} />}
      {pending !== null && (
        <ConfirmDialog
          text={<p>{staff.account.changesPassword}</p>}
          confirm={staff.dialog.confirm}
          busy={request.busy}
          onConfirm={() => void confirm(pending)}
          onClose={close}
        />
      )}
    </div>
  );
}

function password(
  ref: RefObject<HTMLInputElement | null>,
  autoComplete: string,
  label: string,
  error: string,
) {
  return (
    <TextField
      ref={ref}
      label={label}
      type="password"
      autoComplete={autoComplete}
      aria-required="true"
      error={error}
    />
  );
}

/** They keep their own values: a password manager may not report what it fills in. */
function Fields({
  id,
  ref,
  email,
  onSave,
}: {
  id: string;
  ref: RefObject<HTMLFormElement | null>;
  email: string;
  onSave: (change: Pending) => void;
}) {
  const old = useRef<HTMLInputElement>(null);
  const wanted = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);
  const [checked, setChecked] = useState(false);
  const [problems, setProblems] = useState(NONE);
  const online = useOnline();
  const check = () => {
    const typed = wanted.current?.value ?? "";
    const found = {
      old: old.current?.value === "" ? staff.account.noOldPassword : "",
      wanted: newPasswordProblem(typed),
      again: repeatProblem(typed, again.current?.value ?? ""),
    };
    setProblems(found);
    return found;
  };
  const submit = () => {
    if (!online || old.current === null || wanted.current === null) return;
    const found = check();
    setChecked(true);
    if (found.old !== "") return old.current.focus();
    if (found.wanted !== "") return wanted.current.focus();
    if (found.again !== "") return again.current?.focus();
    onSave({ old: old.current.value, wanted: wanted.current.value });
  };
  const shown = checked ? problems : NONE;
  return (
    <StaffForm
      id={id}
      ref={ref}
      onSubmit={submit}
      onInput={check}
      onReset={() => setChecked(false)}
    >
      <p className={styles.note}>{staff.form.allRequired}</p>
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      {password(old, "current-password", staff.account.oldPassword, shown.old)}
      {password(wanted, "new-password", staff.account.newPassword, shown.wanted)}
      {password(again, "new-password", staff.account.repeatPassword, shown.again)}
      <div className={styles.buttons}>
        <Button type="submit" disabled={!online}>
          {staff.form.save} <span className="hidden">{staff.account.password}</span>
        </Button>
      </div>
      <OfflineNote />
    </StaffForm>
  );
}
