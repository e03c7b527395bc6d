import { Failure } from "../../api/failure";
import { ErrorScreen } from "./ErrorScreen";

const UNKNOWN_ADDRESS = new Failure(404);

/** The 404 screen of an unknown address (pages.md B3.4). */
export function NotFound() {
  return <ErrorScreen failure={UNKNOWN_ADDRESS} />;
}
