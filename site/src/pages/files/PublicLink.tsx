import { Link } from "react-router";
import { organiser } from "../../text/organiser";

/** To the page that everybody sees. */
export function PublicLink({ to }: { to: string }) {
  return <Link to={to}>{organiser.files.publicPage}</Link>;
}
