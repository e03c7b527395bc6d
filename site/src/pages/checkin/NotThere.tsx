import type { Failure } from "../../api/failure";
import type { Edit } from "../../checkin/queue";
import { ErrorScreen } from "../parts/frame/ErrorScreen";
import { NotSent } from "./NotSent";

/** Shown when there is no list: why, and the edits that were made here all the same. */
export function NotThere({
  failure,
  edits,
  onRetry,
}: {
  failure: Failure;
  edits: readonly Edit[];
  onRetry: () => void;
}) {
  return (
    <>
      <ErrorScreen failure={failure} onRetry={onRetry} />
      <NotSent edits={edits} />
    </>
  );
}
