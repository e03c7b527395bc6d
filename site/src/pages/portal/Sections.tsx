import { useCallback, useState } from "react";
import { useLoaded } from "../../lib/use-loaded";
import type { Account, AccountOverview } from "../../session/account";
import { type KeysUsed, readKeysUsed } from "../../session/keys";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { Accordion } from "../parts/staff/Section";
import { AccountInfo } from "./AccountInfo";
import { Accounts } from "./Accounts";
import { AddAccount } from "./AddAccount";
import { Events } from "./Events";
import { Keys } from "./Keys";
import { LinkedAccounts } from "./LinkedAccounts";
import { Readers } from "./Readers";

/** The parts of the portal for an account of this type, in order (pages.md C17). */
export function Sections({ realm, overview }: { realm: Realm; overview: AccountOverview }) {
  const [account, setAccount] = useState(overview.account);
  const [added, setAdded] = useState<Account | null>(null);
  const { events, keys, linked } = overview;
  const admin = account.type === "admin";
  const hasKeys = account.type !== "registration";
  const used = useLoaded(
    useCallback(
      async (): Promise<KeysUsed> => (hasKeys ? readKeysUsed(realm) : new Map()),
      [realm, hasKeys],
    ),
  );
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
