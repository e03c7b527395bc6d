import { blockEmail } from "../../api/mail";
import { config } from "../../api/config";
import { pages } from "../../text/pages";
import { blocked, unblocked } from "./done";
import { MailScreen } from "./MailScreen";

/** Stops all e-mails to the address (pages.md C15). */
export default function UnsubscribePage() {
  return (
    <MailScreen
      title={pages.mail.unsubscribeTitle(config().product)}
      call={blockEmail}
      done={blocked}
      undone={unblocked}
      failed={() => pages.mail.notBlocked}
    />
  );
}
