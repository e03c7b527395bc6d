import { type Account, deleteAccount } from "../../session/account";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { TypedDeletion } from "../parts/staff/TypedDeletion";

/** Deletes an account, once its e-mail was typed. */
export function DeleteAccount({ realm, account: { name, email }, onDelete }: { realm: Realm; account: Account; onDelete: () => void }) {
  const words = staff.accounts;
  return (
    <TypedDeletion
      of={name}
      words={{ button: words.delete, label: words.typeEmail, wrong: words.notTheSame }}
      text={<><p><strong>{words.deletion(name, email)}</strong></p><p>{words.goesWithIt}</p></>}
      matches={(typed) => typed.toLowerCase() === email.toLowerCase()}
      remove={() => deleteAccount(realm, email)}
      onDelete={onDelete}
    />
  );
}
