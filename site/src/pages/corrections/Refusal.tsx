import { Failure } from "../../api/failure";
import { byHand } from "../../text/by-hand";
import { FailureAlert } from "../parts/staff/FailureAlert";

/** Why a call failed: in words of ours where the server is only busy. */
export function Refusal({ failure, wordless }: { failure: Failure; wordless: string }) {
  return isBusy(failure) ? (
    <FailureAlert failure={new Failure(503)} wordless={byHand.busy} />
  ) : (
    <FailureAlert failure={failure} wordless={wordless} />
  );
}

/** Whether the same call may succeed in a moment; of a full disk the server says that itself. */
export function isBusy({ status, message }: Failure): boolean {
  return status === 503 && !/^no room/i.test(message);
}
