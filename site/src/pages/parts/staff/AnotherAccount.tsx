import { useState } from "react";
import { countUnsent } from "../../../checkin/unsent";
import { signOut } from "../../../session/client";
import { signInOf } from "../../../session/sign-in";
import { staff } from "../../../text/staff";
import { Button } from "../../../ui/Button";
import { ConfirmDialog } from "./ConfirmDialog";

function leave(): void {
  void signOut("account");
}

/** Signs out, so that the login leads back here. Asks first if edits would be lost. */
export function AnotherAccount({ unsent: here = 0 }: { unsent?: number }) {
  const [unsent, setUnsent] = useState(0);
  const ask = async () => {
    // Those of this page may be in memory only.
    const count = Math.max(here, await countUnsent(signInOf("account")?.account ?? ""));
    if (count === 0) leave();
    else setUnsent(count);
  };
  return (
    <>
      <Button onClick={() => void ask()}>{staff.notYours.otherAccount}</Button>
      {unsent > 0 && (
        <ConfirmDialog
          text={<p>{staff.logout.unsent(unsent)}</p>}
          confirm={staff.logout.leave}
          busy={false}
          onConfirm={leave}
          onClose={() => setUnsent(0)}
        />
      )}
    </>
  );
}
