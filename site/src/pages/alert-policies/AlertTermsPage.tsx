import { config } from "../../api/config";
import { paths } from "../../paths";
import { consent } from "../../text/consent";
import { text } from "../../text/text";
import { disclosure } from "../parts/alerts/ConsentBox";
import { senderOf } from "../parts/alerts/sender";
import { Policy } from "./Policy";

/**
 * Terms of the text alerts (pages.md C21). They quote the sign-up form, which only a race open for
 * sign-up shows: reviewers of the opt-in can read it here.
 */
export default function AlertTermsPage() {
  const sender = senderOf(config());
  const { terms } = consent;
  const words = (
    <>
      <p>{consent.box(sender.name, consent.chosenRunner, terms.anyRace)}</p>
      <p>{disclosure()}</p>
    </>
  );
  return (
    <Policy
      title={terms.title(config().product)}
      heading={terms.heading}
      about={terms.about(sender.name)}
      sections={terms.sections}
      sender={sender}
      quoted={{ section: "joining", words }}
      other={{ to: paths.alertPrivacy(), text: text.alertLinks.privacy }}
    />
  );
}
