import { Link } from "react-router";
import { blockEmail } from "../api/mail";
import { config } from "../api/config";
import { paths } from "../paths";
import { text } from "../text/text";
import { MailPage } from "./mail/MailPage";

/** No more e-mails to the address (pages.md C15). */
export default function UnsubscribePage() {
  return <MailPage title={text.mail.unsubscribeTitle(config().product)} call={blockEmail} done={done} failed={() => text.mail.notBlocked} />;
}

function done(email: string) {
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
