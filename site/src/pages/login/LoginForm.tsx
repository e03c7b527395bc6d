import { useRef, useState } from "react";
import { asFailure, type Failure } from "../../api/failure";
import { useOnline } from "../../lib/use-online";
import { signIn } from "../../session/client";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { FailureAlert } from "../parts/staff/FailureAlert";
import styles from "./Login.module.css";
import { OfflineNote, StaffForm } from "../parts/staff/StaffForm";

/** The fields keep their own values: a password manager may not report what it fills in. */
export function LoginForm({ realm }: { realm: Realm }) {
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState({ email: false, password: false });
  const [checked, setChecked] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const online = useOnline();
  const check = () => {
    const found = {
      email: email.current?.value.trim() === "",
      password: password.current?.value === "",
    };
    setMissing(found);
    return found;
  };
  const submit = async () => {
    if (sending || email.current === null || password.current === null) return;
    const found = check();
    setChecked(true);
    setFailure(null);
    if (found.email) return email.current.focus();
    if (found.password) return password.current.focus();
    setSending(true);
    try {
      await signIn(realm, email.current.value.trim(), password.current.value);
    } catch (thrown) {
      // Null if another tab has signed in meanwhile.
      if (password.current !== null) password.current.value = "";
      setChecked(false);
      setFailure(asFailure(thrown));
    }
    setSending(false);
  };
  return (
    <StaffForm className={styles.form} onSubmit={submit} onInput={check}>
      <p className={styles.required}>{staff.login.required}</p>
      <TextField
        ref={email}
        label={staff.login.email}
        name="email"
        type="email"
        autoComplete="username"
        aria-required="true"
        error={checked && missing.email ? staff.login.noEmail : ""}
      />
      <TextField
        ref={password}
        label={staff.login.password}
        name="password"
        type="password"
        autoComplete="current-password"
        aria-required="true"
        error={checked && missing.password ? staff.login.noPassword : ""}
      />
      {failure !== null && (
        <FailureAlert
          failure={failure}
          wordless={failure.status === 200 ? staff.login.failed : undefined}
        />
      )}
      <Button type="submit" disabled={!online} busy={sending}>
        {staff.login.submit}
      </Button>
      <OfflineNote className={styles.required} />
    </StaffForm>
  );
}
