import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../paths";
import { pages } from "../../text/pages";

/** The current state, with the way back. */
export interface Done {
  heading: string;
  body: ReactNode;
}

/** No e-mails go to the address. */
export function blocked(email: string): Done {
  return {
    heading: pages.mail.success,
    body: (
      <>
        <p>{pages.mail.blocked(email)}</p>
        <Link to={paths.subscribe(email)}>{pages.mail.subscribeAgain}</Link>
      </>
    ),
  };
}

/** E-mails may go to the address. */
export function unblocked(email: string): Done {
  return {
    heading: pages.mail.unblocked(email),
    body: <Link to={paths.unsubscribe(email)}>{pages.mail.unsubscribe}</Link>,
  };
}
