import { useRef, useState } from "react";
import { useOnline } from "../../lib/use-online";
import { type Account, linkAccount, unlinkAccount } from "../../session/account";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { emailProblem } from "../parts/staff/checks";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { Accordion } from "../parts/staff/Section";
import { OfflineNote, StaffForm } from "../parts/staff/StaffForm";
import styles from "../parts/staff/Staff.module.css";
import { useRequest } from "../parts/staff/use-request";

/** Registration accounts that help with one's events (pages.md C17 "Linked Accounts"). */
export function LinkedAccounts({ linked }: { linked: readonly Account[] }) {
  return (
    <Accordion heading={staff.linked.heading}>
      <Panel loaded={linked} />
    </Accordion>
  );
}

function Panel({ loaded }: { loaded: readonly Account[] }) {
  const [linked, setLinked] = useState(loaded);
  const [email, setEmail] = useState("");
  const [checked, setChecked] = useState(false);
  const [said, say] = useState("");
  const request = useRequest();
  const online = useOnline();
  const input = useRef<HTMLInputElement>(null);
  const problem = emailProblem(email);
  const submit = async () => {
    if (!online || request.busy) return;
    say("");
    request.forget();
    setChecked(true);
    if (problem !== "") return input.current?.focus();
    const done = await request.run(async () => {
      const account = await linkAccount(email.trim());
      setLinked((now) => [...now.filter((one) => one.email !== account.email), account]);
      say(staff.linked.linked(account.email));
    });
    if (done) setEmail("");
    setChecked(false);
  };
  const removed = (account: Account) => {
    setLinked((now) => now.filter((one) => one.email !== account.email));
    say(staff.linked.unlinked(account.email));
    // The button disappeared with its entry.
    input.current?.focus();
  };
  return (
    <>
      <p className={styles.note}>{staff.linked.about}</p>
      <StaffForm onSubmit={submit}>
        <div className={styles.line}>
          <TextField
            ref={input}
            label={staff.account.email}
            type="email"
            autoComplete="off"
            aria-required="true"
            value={email}
            error={checked ? problem : ""}
            onChange={(event) => setEmail(event.target.value)}
          />
          <div className={styles.buttons}>
            <Button type="submit" disabled={!online} busy={request.busy}>
              {staff.linked.add}
            </Button>
          </div>
        </div>
        <OfflineNote />
        <p role="status" className={styles.said}>
          {said}
        </p>
        {request.failure !== null && <FailureAlert failure={request.failure} />}
      </StaffForm>
      {linked.length === 0 ? (
        <p className={styles.note}>{staff.linked.none}</p>
      ) : (
        <ul className={styles.list}>
          {linked.map((account) => (
            <Entry key={account.email} account={account} onRemoved={() => removed(account)} />
          ))}
        </ul>
      )}
    </>
  );
}

function Entry({ account, onRemoved }: { account: Account; onRemoved: () => void }) {
  const request = useRequest();
  const unlink = async () => {
    if (await request.run(() => unlinkAccount(account.email))) onRemoved();
  };
  return (
    <li>
      <span>
        <strong>{account.name}</strong> <span className={styles.note}>{account.email}</span>
      </span>
      <Button quiet busy={request.busy} onClick={() => void unlink()}>
        {staff.linked.unlink(account.name)}
      </Button>
      {request.failure !== null && <FailureAlert failure={request.failure} />}
    </li>
  );
}
