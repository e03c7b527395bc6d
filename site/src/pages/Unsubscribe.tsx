import { blockEmail } from "../api/mail";
import { config } from "../api/config";
import { text } from "../text/text";
import { blocked, unblocked } from "./mail/done";
import { MailPage } from "./mail/MailPage";

/** No more e-mails to the address (pages.md C15). */
export default function UnsubscribePage() {
  return (
    <MailPage
      title={text.mail.unsubscribeTitle(config().product)}
      call={blockEmail}
      done={blocked}
      undone={unblocked}
      failed={() => text.mail.notBlocked}
    />
  );
}
