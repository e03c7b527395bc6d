import { unblockEmail } from "../../api/mail";
import { config } from "../../api/config";
import { pages } from "../../text/pages";
import { blocked, unblocked } from "./done";
import { MailScreen } from "./MailScreen";

/** Allows e-mails to the address again (pages.md C15). */
export default function SubscribePage() {
  return (
    <MailScreen
      title={pages.mail.subscribeTitle(config().product)}
      call={unblockEmail}
      done={unblocked}
      undone={blocked}
      failed={(message) => (message === "" ? pages.mail.notUnblocked : message)}
    />
  );
}
