import { unblockEmail } from "../../api/mail";
import { config } from "../../api/config";
import { text } from "../../text/text";
import { blocked, unblocked } from "./done";
import { MailScreen } from "./MailScreen";

/** E-mails to the address are welcome again (pages.md C15). */
export default function SubscribePage() {
  return (
    <MailScreen
      title={text.mail.subscribeTitle(config().product)}
      call={unblockEmail}
      done={unblocked}
      undone={blocked}
      failed={(message) => (message === "" ? text.mail.notUnblocked : message)}
    />
  );
}
