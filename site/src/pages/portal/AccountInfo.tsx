import type { Account } from "../../session/account";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { Section } from "../parts/staff/Section";
import { EmailForm } from "./EmailForm";
import { NameForm } from "./NameForm";
import { PasswordForm } from "./PasswordForm";
import { SignOutEverywhere } from "./SignOutEverywhere";

/** Name, e-mail and password, each by itself, and all sign-ins (pages.md C17 "Account Info"). */
export function AccountInfo({
  realm,
  account,
  onChange,
}: {
  realm: Realm;
  account: Account;
  onChange: (account: Account) => void;
}) {
  return (
    <Section heading={staff.account.heading}>
      <NameForm realm={realm} account={account} onChange={onChange} />
      <EmailForm realm={realm} email={account.email} />
      <PasswordForm realm={realm} email={account.email} />
      <SignOutEverywhere realm={realm} />
    </Section>
  );
}
