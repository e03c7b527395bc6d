import { unblockEmail } from "../../api/mail";
import { config } from "../../api/config";
import { text } from "../../text/text";
import { blocked, unblocked } from "./done";
import { MailScreen } from "./MailScreen";

/** Allows e-mails to the address again (pages.md C15). */
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
