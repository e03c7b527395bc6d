import { useState } from "react";
import type { Account, AccountOverview } from "../../session/account";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { Accordion } from "../parts/staff/Section";
import { AccountInfo } from "./AccountInfo";
import { Accounts } from "./Accounts";
import { AddAccount } from "./AddAccount";
import { Events } from "./Events";
import { Keys } from "./Keys";
import { LinkedAccounts } from "./LinkedAccounts";

/** The parts of the portal for an account of this type, in order (pages.md C17). */
export function Sections({ realm, overview }: { realm: Realm; overview: AccountOverview }) {
  const [account, setAccount] = useState(overview.account);
  const [added, setAdded] = useState<Account | null>(null);
  const { events, keys, linked } = overview;
  const admin = account.type === "admin";
  return (
    <>
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
      {realm === "account" && <Events events={events} admin={admin} />}
      {account.type !== "registration" && <Keys realm={realm} loaded={keys} />}
    </>
  );
}
