import { config } from "../../api/config";
import { endMails } from "../../api/email-alerts";
import { email } from "../../text/email";
import { PressScreen } from "./PressScreen";

/** Ends the e-mails to the address that received the link (pages.md C22). */
export default function EmailEndPage() {
  const { end } = email;
  return (
    <PressScreen
      title={end.title(config().product)}
      heading={end.heading}
      about={end.about}
      button={end.button}
      press={endMails}
      done={() => ({ heading: end.done, body: <p>{end.what}</p> })}
      failed={({ status }) => (status === 404 ? end.unknown : email.failed)}
    />
  );
}
