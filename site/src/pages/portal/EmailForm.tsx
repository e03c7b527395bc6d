import { useState } from "react";
import { changeEmail } from "../../session/account";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { emailProblem } from "../parts/staff/checks";
import { ConfirmDialog } from "../parts/staff/ConfirmDialog";
import { EditableField } from "../parts/staff/EditableField";
import { useEditing } from "../parts/staff/use-editing";
import { useRequest } from "../parts/staff/use-request";

/** The e-mail; a change ends the sign-in, so it is confirmed, or else dropped. */
export function EmailForm({ realm, email }: { realm: Realm; email: string }) {
  const editing = useEditing(email);
  const request = useRequest();
  const [pending, setPending] = useState<string | null>(null);
  const confirm = async (wanted: string) => {
    // On success nobody is signed in any more, and the page leads to the login.
    await request.run(() => changeEmail(realm, email, wanted));
    setPending(null);
  };
  const cancel = () => {
    setPending(null);
    editing.stop();
  };
  return (
    <>
      <EditableField
        label={staff.account.email}
        type="email"
        autoComplete="email"
        editing={editing}
        request={request}
        check={emailProblem}
        onSave={(wanted) => {
          request.forget();
          setPending(wanted);
        }}
      />
      {pending !== null && (
        <ConfirmDialog
          text={<p>{staff.account.changesEmail}</p>}
          confirm={staff.dialog.confirm}
          busy={request.busy}
          onConfirm={() => void confirm(pending)}
          onClose={cancel}
        />
      )}
    </>
  );
}
