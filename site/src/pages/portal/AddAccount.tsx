import { useRef, useState } from "react";
import { useOnline } from "../../lib/use-online";
import { type Account, addAccount } from "../../session/account";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { emailProblem, nameProblem } from "../parts/staff/checks";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { Accordion } from "../parts/staff/Section";
import { SelectField } from "../parts/staff/SelectField";
import { OfflineNote, StaffForm } from "../parts/staff/StaffForm";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";
import { accountTypes } from "./types";

const EMPTY = { name: "", email: "", password: "", type: "" };

/** A new account, for administrators (pages.md C17 "Add Account"). */
export function AddAccount(added: Added) {
  return (
    <Accordion heading={staff.addAccount.heading}>
      <Form {...added} />
    </Accordion>
  );
}

interface Added {
  realm: Realm;
  onAdd: (account: Account) => void;
}

function Form({ realm, onAdd }: Added) {
  const [typed, setTyped] = useState(EMPTY);
  const [checked, setChecked] = useState(false);
  const [said, say] = useState("");
  const request = useRequest();
  const online = useOnline();
  const form = useRef<HTMLFormElement>(null);
  const problems = {
    name: nameProblem(typed.name),
    email: emailProblem(typed.email),
    password: typed.password === "" ? staff.account.noPassword : "",
    type: typed.type === "" ? staff.account.noType : "",
  };
  const error = (field: keyof typeof problems) => (checked ? problems[field] : "");
  const typedIn = (
    field: "name" | "email" | "password",
    props: { type?: string; autoComplete?: string } = {},
  ) => (
    <TextField
      label={staff.account[field]}
      autoComplete="off"
      {...props}
      aria-required="true"
      value={typed[field]}
      error={error(field)}
      onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
    />
  );
  const submit = async () => {
    if (!online || request.busy) return;
    say("");
    setChecked(true);
    request.forget();
    const wrong = Object.values(problems).findIndex((problem) => problem !== "");
    if (wrong !== -1)
      return form.current?.querySelectorAll<HTMLElement>("input,select")[wrong]?.focus();
    const account = { name: typed.name.trim(), email: typed.email.trim(), type: typed.type };
    const done = await request.run(async () => {
      const added = await addAccount(realm, account, typed.password);
      say(staff.addAccount.added(added.email));
      onAdd(added);
    });
    setTyped(done ? EMPTY : { ...typed, password: "" });
    setChecked(false);
  };
  return (
    <StaffForm ref={form} onSubmit={submit}>
      <p className={styles.note}>{staff.form.allRequired}</p>
      <div className={styles.fields}>
        {typedIn("name")}
        {typedIn("email", { type: "email" })}
        {typedIn("password", { type: "password", autoComplete: "new-password" })}
        <SelectField
          label={staff.account.type}
          none={staff.account.chooseType}
          options={accountTypes(realm)}
          value={typed.type}
          error={error("type")}
          required
          onChange={(type) => setTyped({ ...typed, type })}
        />
      </div>
      <div className={styles.buttons}>
        <Button type="submit" disabled={!online} busy={request.busy}>
          {staff.addAccount.submit}
        </Button>
      </div>
      <OfflineNote />
      <p role="status" className={styles.said}>
        {said}
      </p>
      {request.failure !== null && <FailureAlert failure={request.failure} />}
    </StaffForm>
  );
}
