import { checkin as words } from "../../text/checkin";
import notice from "../../ui/Notice.module.css";

/** Why the server refused an edit, "" if it did not say; null for none. */
export function Refusal({ message }: { message: string | null }) {
  return message === null ? null : (
    <p role="alert" tabIndex={-1} lang={message === "" ? undefined : "en"} className={notice.alert}>
      {message === "" ? words.trouble.refusedWordless : message}
    </p>
  );
}
