import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../paths";
import { text } from "../../text/text";

/** The current state, with the way back. */
export interface Done {
  heading: string;
  body: ReactNode;
}

/** No e-mails go to the address. */
export function blocked(email: string): Done {
  return {
    heading: text.mail.success,
    body: (
      <>
        <p>{text.mail.blocked(email)}</p>
        <Link to={paths.subscribe(email)}>{text.mail.subscribeAgain}</Link>
      </>
    ),
  };
}

/** E-mails may go to the address. */
export function unblocked(email: string): Done {
  return {
    heading: text.mail.unblocked(email),
    body: <Link to={paths.unsubscribe(email)}>{text.mail.unsubscribe}</Link>,
  };
}
