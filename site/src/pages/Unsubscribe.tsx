import { Link } from "react-router";
import { blockEmail } from "../api/mail";
import { config } from "../api/config";
import { paths } from "../paths";
import { text } from "../text/en";
import { MailPage } from "./mail/MailPage";

const { mail: words } = text;

/** No more e-mails to the address (pages.md C15). */
export default function UnsubscribePage() {
  return <MailPage title={words.unsubscribeTitle(config().product)} call={blockEmail} done={done} failed={() => words.notBlocked} />;
}

function done(email: string) {
  return {
    heading: words.success,
    body: (
      <>
        <p>{words.blocked(email)}</p>
        <Link to={paths.subscribe(email)}>{words.subscribeAgain}</Link>
      </>
    ),
  };
}
