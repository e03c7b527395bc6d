import type { Failure } from "../../api/failure";
import { organiser } from "../../text/organiser";
import { FailureAlert } from "../parts/staff/FailureAlert";

/** Why there is no preview: the results are not public, or could not be read. */
export function NoPreview({ failure }: { failure: Failure }) {
  const { status } = failure;
  if (status === 401 || status === 403 || status === 404)
    return <p role="alert">{organiser.files.noPublic}</p>;
  return <FailureAlert failure={failure} />;
}
