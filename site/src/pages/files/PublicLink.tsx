import { Link } from "react-router";
import { organiser } from "../../text/organiser";

/** A link to the public page. */
export function PublicLink({ to }: { to: string }) {
  return <Link to={to}>{organiser.files.publicPage}</Link>;
}
