import { unblockEmail } from "../api/mail";
import { config } from "../api/config";
import { text } from "../text/text";
import { blocked, unblocked } from "./mail/done";
import { MailPage } from "./mail/MailPage";

/** E-mails to the address are welcome again (pages.md C15). */
export default function SubscribePage() {
  return (
    <MailPage
      title={text.mail.subscribeTitle(config().product)}
      call={unblockEmail}
      done={unblocked}
      undone={blocked}
      failed={(message) => (message === "" ? text.mail.notUnblocked : message)}
    />
  );
}
