import { type SyntheticEvent, useId, useState } from "react";
import { useOnline } from "../../lib/use-online";
import { type Account, deleteAccount, lockAccount, updateAccount } from "../../session/account";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { SelectField } from "../parts/staff/SelectField";
import styles from "../parts/staff/Staff.module.css";
import { TypedDeletion } from "../parts/staff/TypedDeletion";
import { useRequest } from "../parts/staff/use-request";
import { accountTypes } from "./types";

/** An account in the administrators' list. Nobody can lock or delete their own here. */
export function AccountEntry({
  realm,
  account,
  own,
  onChange,
  onDelete,
}: {
  realm: Realm;
  account: Account;
  own: boolean;
  /** Called with the updated account, and what was done. */
  onChange: (account: Account, said: string) => void;
  onDelete: () => void;
}) {
  const words = staff.accounts;
  const { name, email, locked } = account;
  const request = useRequest();
  const online = useOnline();
  const id = useId();
  const saveType = (type: string) =>
    request.run(async () => {
      const { type: saved } = await updateAccount(realm, { ...account, type });
      onChange({ ...account, type: saved }, words.saved(name));
    });
  const lock = () =>
    request.run(async () => {
      await lockAccount(realm, email, !locked);
      onChange(
        { ...account, locked: !locked },
        locked ? words.wasUnlocked(name) : words.wasLocked(name),
      );
    });
  return (
    <li>
      <Who id={id} account={account} own={own} />
      <TypeForm
        labelledBy={id}
        realm={realm}
        account={account}
        busy={request.busy}
        onSave={(type) => void saveType(type)}
      />
      {!own && (
        <div className={styles.buttons}>
          <Button disabled={!online} busy={request.busy} onClick={() => void lock()}>
            {locked ? words.unlock : words.lock} <span className="hidden">{name}</span>
          </Button>
          <TypedDeletion
            of={name}
            words={{ button: words.delete, label: words.typeEmail, wrong: words.notTheSame }}
            text={
              <>
                <p>
                  <strong>{words.deletion(name, email)}</strong>
                </p>
                <p>{words.goesWithIt}</p>
              </>
            }
            matches={(typed) => typed.toLowerCase() === email.toLowerCase()}
            remove={() => deleteAccount(realm, email)}
            onDelete={onDelete}
          />
        </div>
      )}
      {request.failure !== null && (
        <>
          <FailureAlert failure={request.failure} />
          {request.failure.status === 409 && <p className={styles.note}>{words.lastAdmin}</p>}
        </>
      )}
    </li>
  );
}

function Who({
  id,
  account: { name, email, locked },
  own,
}: {
  id: string;
  account: Account;
  own: boolean;
}) {
  const words = staff.accounts;
  return (
    <div className={styles.who}>
      <h3 id={id} tabIndex={-1}>
        {name}
      </h3>
      <p className={styles.note}>
        {email}
        {own && <> · {words.you}</>}
        {locked && (
          <>
            {" "}
            · <strong className={styles.lock}>{words.locked}</strong>
          </>
        )}
      </p>
    </div>
  );
}

function TypeForm({
  labelledBy,
  realm,
  account,
  busy,
  onSave,
}: {
  labelledBy: string;
  realm: Realm;
  account: Account;
  busy: boolean;
  onSave: (type: string) => void;
}) {
  const [type, setType] = useState(account.type);
  const online = useOnline();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (online) onSave(type);
  };
  return (
    <form className={styles.typeForm} onSubmit={submit}>
      {/* Says whose type it is; naming the form itself would make each one a landmark of the
            page. */}
      <div role="group" aria-labelledby={labelledBy}>
        <SelectField
          label={staff.account.type}
          options={accountTypes(realm)}
          value={type}
          onChange={setType}
        />
      </div>
      <Button type="submit" disabled={!online || type === account.type} busy={busy}>
        {staff.accounts.saveType} <span className="hidden">{account.name}</span>
      </Button>
    </form>
  );
}
