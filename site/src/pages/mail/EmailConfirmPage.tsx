import { Link } from "react-router";
import { config } from "../../api/config";
import { confirmAddress } from "../../api/email-alerts";
import type { Failure } from "../../api/failure";
import { paths } from "../../paths";
import { email } from "../../text/email";
import { PressScreen } from "./PressScreen";

/** Confirms an address for the e-mail about a finish (pages.md C22). */
export default function EmailConfirmPage() {
  const { confirm } = email;
  return (
    <PressScreen
      title={confirm.title(config().product)}
      heading={confirm.heading}
      about={confirm.about}
      button={confirm.button}
      press={confirmAddress}
      done={({ slug, year }) => ({
        heading: confirm.done,
        body: (
          <>
            <p>{confirm.what}</p>
            <Link to={paths.results(slug, year)}>{confirm.results}</Link>
          </>
        ),
      })}
      failed={messageOf}
    />
  );
}

function messageOf({ status }: Failure): string {
  if (status === 404) return email.confirm.unknown;
  if (status === 403) return email.confirm.over;
  if (status === 409) return email.confirm.ended;
  return status === 429 ? email.often : email.failed;
}
