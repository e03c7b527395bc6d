import { config } from "../../api/config";
import { paths } from "../../paths";
import { consent } from "../../text/consent";
import { text } from "../../text/text";
import { senderOf } from "../parts/alerts/sender";
import { Policy } from "./Policy";

/** The privacy policy of text alerts (pages.md C21). */
export default function AlertPrivacyPage() {
  const sender = senderOf(config());
  const { privacy } = consent;
  return (
    <Policy
      title={privacy.title(config().product)}
      heading={privacy.heading}
      about={privacy.about(sender.name)}
      sections={privacy.sections}
      sender={sender}
      other={{ to: paths.alertTerms(), text: text.alertLinks.terms }}
    />
  );
}
