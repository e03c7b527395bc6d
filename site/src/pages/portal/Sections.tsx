import { useCallback, useState } from "react";
import type { Account, AccountOverview } from "../../session/account";
import { type KeysUsed, readKeysUsed } from "../../session/keys";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { Accordion } from "../parts/staff/Section";
import { useLookedUp } from "../parts/staff/use-looked-up";
import { AccountInfo } from "./AccountInfo";
import { Accounts } from "./Accounts";
import { AddAccount } from "./AddAccount";
import { Events } from "./Events";
import { Keys } from "./Keys";
import { LinkedAccounts } from "./LinkedAccounts";
import { Readers } from "./Readers";

/** How often it is looked up how keys were used: on the remote page that says what readers read. */
const USED_EVERY_MS = { account: 600_000, remote: 15_000 } as const;

/** The parts of the portal for an account of this type, in order (pages.md C17). */
export function Sections({ realm, overview }: { realm: Realm; overview: AccountOverview }) {
  const [account, setAccount] = useState(overview.account);
  const [added, setAdded] = useState<Account | null>(null);
  const { events, keys, linked } = overview;
  const admin = account.type === "admin";
  const hasKeys = account.type !== "registration";
  const {
    state: data,
    failure,
    look: retry,
  } = useLookedUp(
    useCallback(
      async (): Promise<KeysUsed> => (hasKeys ? readKeysUsed(realm) : new Map()),
      [realm, hasKeys],
    ),
    () => USED_EVERY_MS[realm],
  );
  const used = { data, failure, retry: () => void retry() };
  return (
    <>
      {realm === "account" && <Events events={events} admin={admin} />}
      {realm === "remote" && <Readers keys={keys} used={used} />}
      <AccountInfo realm={realm} account={account} onChange={setAccount} />
      {admin && <AddAccount realm={realm} onAdd={setAdded} />}
      {admin && (
        // Loaded when it is opened.
        <Accordion heading={staff.accounts.heading}>
          <Accounts realm={realm} own={account} added={added} onOwnChange={setAccount} />
        </Accordion>
      )}
      {realm === "account" && (admin || account.type === "paid") && (
        <LinkedAccounts linked={linked} />
      )}
      {hasKeys && <Keys realm={realm} loaded={keys} used={used} />}
    </>
  );
}
