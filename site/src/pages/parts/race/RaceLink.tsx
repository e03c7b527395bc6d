import { Link, type LinkProps, useLocation } from "react-router";
import { carriedFrom } from "../address/carried";

/** A link to another page of the race that carries the current settings along (pages.md D2). */
export function RaceLink(props: Omit<LinkProps, "state">) {
  return <Link {...props} state={carriedFrom(useLocation())} />;
}
