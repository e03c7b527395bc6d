import { Link } from "react-router";
import { unblockEmail } from "../api/mail";
import { config } from "../api/config";
import { paths } from "../paths";
import { text } from "../text/text";
import { MailPage } from "./mail/MailPage";

/** E-mails to the address are welcome again (pages.md C15). */
export default function SubscribePage() {
  return (
    <MailPage
      title={text.mail.subscribeTitle(config().product)}
      call={unblockEmail}
      done={done}
      failed={(message) => (message === "" ? text.mail.notUnblocked : message)}
    />
  );
}

function done(email: string) {
  return {
    heading: text.mail.unblocked(email),
    body: <Link to={paths.unsubscribe(email)}>{text.mail.unsubscribe}</Link>,
  };
}
