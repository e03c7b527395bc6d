import { Link } from "react-router";
import { unblockEmail } from "../api/mail";
import { config } from "../api/config";
import { paths } from "../paths";
import { text } from "../text/en";
import { MailPage } from "./mail/MailPage";

const { mail: words } = text;

/** E-mails to the address are welcome again (pages.md C15). */
export default function SubscribePage() {
  return (
    <MailPage
      title={words.subscribeTitle(config().product)}
      call={unblockEmail}
      done={done}
      failed={(message) => (message === "" ? words.notUnblocked : message)}
    />
  );
}

function done(email: string) {
  return {
    heading: words.unblocked(email),
    body: <Link to={paths.unsubscribe(email)}>{words.unsubscribe}</Link>,
  };
}
