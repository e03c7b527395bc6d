import { useState } from "react";
import type { Failure } from "../../../api/failure";
import { timeOfDay } from "../../../text/intl";
import { staff } from "../../../text/staff";
import notice from "../../../ui/Notice.module.css";

/** Why something was refused, by the server or `wordless`; and when to try again. */
export function FailureAlert({
  failure: { message, retryAfter },
  wordless = staff.form.failed,
}: {
  failure: Failure;
  wordless?: string;
}) {
  const [seen] = useState(Date.now);
  const again = seen + retryAfter * 1000 + 59_999;
  return (
    <div role="alert" className={notice.alert}>
      {message === "" ? <p>{wordless}</p> : <p lang="en">{message}</p>}
      {retryAfter > 0 && <p>{staff.login.tryAt(timeOfDay(again, { seconds: false }))}</p>}
    </div>
  );
}
