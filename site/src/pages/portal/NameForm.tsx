import { type Account, updateAccount } from "../../session/account";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { nameProblem } from "../parts/staff/checks";
import { EditableField } from "../parts/staff/EditableField";
import { useEditing } from "../parts/staff/use-editing";
import { useRequest } from "../parts/staff/use-request";

/** The name, which is saved without confirmation. */
export function NameForm({
  realm,
  account,
  onChange,
}: {
  realm: Realm;
  account: Account;
  onChange: (account: Account) => void;
}) {
  const editing = useEditing(account.name);
  const request = useRequest();
  const save = async (name: string) => {
    const done = await request.run(async () => {
      const { name: saved } = await updateAccount(realm, { ...account, name });
      onChange({ ...account, name: saved });
    });
    if (done) editing.stop();
  };
  return (
    <EditableField
      label={staff.account.name}
      type="text"
      autoComplete="name"
      editing={editing}
      request={request}
      check={nameProblem}
      onSave={(name) => void save(name)}
    />
  );
}
