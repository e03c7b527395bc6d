import { useCallback, useEffect, useRef, useState } from "react";
import { compareText } from "../../format/text";
import { useLoaded } from "../../lib/use-loaded";
import { nameMatches } from "../../lists/search";
import { type Account, readAccounts } from "../../session/account";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { SearchBox } from "../../ui/Field";
import { Loading } from "../../ui/Loading";
import { FailureAlert } from "../parts/staff/FailureAlert";
import styles from "../parts/staff/Staff.module.css";
import { AccountEntry } from "./AccountEntry";

/** Number of entries shown at a time. */
const STEP = 25;

/** The administrator whose list it is. */
interface Own {
  realm: Realm;
  own: Account;
  /** The account added last while the page is open; null when there is none. */
  added: Account | null;
  onOwnChange: (account: Account) => void;
}

/** Every account of the realm, for administrators. */
export function Accounts(own: Own) {
  const { realm } = own;
  const { data, failure, retry } = useLoaded(useCallback(() => readAccounts(realm), [realm]));
  if (failure !== null)
    return (
      <>
        <FailureAlert failure={failure} />
        <p>
          <Button onClick={retry}>{text.tryAgain}</Button>
        </p>
      </>
    );
  return data === null ? (
    <div className={styles.loading}>
      <Loading message={text.loading} />
    </div>
  ) : (
    <List {...own} loaded={data} />
  );
}

function List({ realm, own, added, onOwnChange, loaded }: Own & { loaded: readonly Account[] }) {
  const words = staff.accounts;
  const [accounts, setAccounts] = useState(loaded);
  const [listed, setListed] = useState(added);
  if (listed !== added) {
    setListed(added);
    if (added !== null) setAccounts(withAccount(accounts, added));
  }
  const [query, setQuery] = useState("");
  const [most, setMost] = useState(STEP);
  const [said, say] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const [focus, setFocus] = useState<{ at: number } | null>(null);
  // An entry that disappears, and the button that shows more, would take the focus with them.
  useEffect(() => {
    if (focus === null) return;
    const entries = list.current?.querySelectorAll<HTMLElement>("h3");
    (
      entries?.[focus.at] ??
      entries?.[focus.at - 1] ??
      document.querySelector<HTMLElement>("input[type=search]")
    )?.focus();
  }, [focus]);
  const found = accounts.filter(
    ({ name, email }) =>
      nameMatches(name, query) || email.toLowerCase().includes(query.trim().toLowerCase()),
  );
  const shown = found.slice(0, most);
  return (
    <>
      <SearchBox
        label={words.search}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p role="status" className={styles.note}>
        {found.length === 0 ? words.none : words.found(found.length)}
      </p>
      <p role="status" className={styles.said}>
        {said}
      </p>
      <ul ref={list} className={styles.entries}>
        {shown.map((account, index) => (
          <AccountEntry
            key={account.email}
            realm={realm}
            account={account}
            own={account.email.toLowerCase() === own.email.toLowerCase()}
            onChange={(changed, what) => {
              setAccounts((now) => now.map((one) => (one.email === account.email ? changed : one)));
              say(what);
              if (account.email.toLowerCase() === own.email.toLowerCase())
                onOwnChange({ ...own, type: changed.type });
            }}
            onDelete={() => {
              setAccounts((now) => now.filter((one) => one.email !== account.email));
              say(words.deleted(account.email));
              setFocus({ at: index });
            }}
          />
        ))}
      </ul>
      {found.length > most && (
        <p>
          <Button
            onClick={() => {
              setFocus({ at: most });
              setMost(most + STEP);
            }}
          >
            {staff.more(Math.min(STEP, found.length - most))}
          </Button>
        </p>
      )}
    </>
  );
}

/** The accounts with one added, in the order of the server. */
function withAccount(accounts: readonly Account[], added: Account): Account[] {
  const others = accounts.filter(({ email }) => email !== added.email);
  return [...others, added].toSorted((a, b) =>
    compareText(a.email.toLowerCase(), b.email.toLowerCase()),
  );
}
