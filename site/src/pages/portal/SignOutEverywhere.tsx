import { useState } from "react";
import { countUnsent } from "../../checkin/unsent";
import { useOnline } from "../../lib/use-online";
import { signOutEverywhere } from "../../session/account";
import { signInOf } from "../../session/sign-in";
import type { Realm } from "../../session/stored";
import { staff } from "../../text/staff";
import { Button } from "../../ui/Button";
import { ConfirmDialog } from "../parts/staff/ConfirmDialog";
import { FailureAlert } from "../parts/staff/FailureAlert";
import { useRequest } from "../parts/staff/use-request";

/** Ends every sign-in of the account; says how many edits of check-in will be lost. */
export function SignOutEverywhere({ realm }: { realm: Realm }) {
  const words = staff.account;
  const [asked, setAsked] = useState(false);
  const [unsent, setUnsent] = useState(0);
  const request = useRequest();
  const online = useOnline();
  const question = async () => {
    setUnsent(realm === "account" ? await countUnsent(signInOf(realm)?.account ?? "") : 0);
    setAsked(true);
  };
  const close = () => {
    setAsked(false);
    request.forget();
  };
  return (
    <div>
      <Button disabled={!online} onClick={() => void question()}>
        {words.everywhere}
      </Button>
      {asked && (
        <ConfirmDialog
          text={
            <>
              <p>{words.endsEverywhere}</p>
              {unsent > 0 && <p>{staff.logout.unsent(unsent)}</p>}
            </>
          }
          confirm={words.everywhere}
          busy={request.busy}
          // On success nobody is signed in any more, and the page leads to the login.
          onConfirm={() => void request.run(() => signOutEverywhere(realm))}
          onClose={close}
        >
          {request.failure !== null && <FailureAlert failure={request.failure} />}
        </ConfirmDialog>
      )}
    </div>
  );
}
