import { useId } from "react";
import { Link } from "react-router";
import { config } from "../../../api/config";
import { number } from "../../../text/intl";
import { consent } from "../../../text/consent";
import { text } from "../../../text/text";
import { paths } from "../../../paths";
import field from "../../../ui/Field.module.css";
import alerts from "./Alerts.module.css";
import styles from "./Consent.module.css";
import { senderOf } from "./sender";

/** The subject of the consent: texts about a runner of a race. */
interface Agreement {
  runner: string;
  event: string;
}

/** The box without which no phone number is sent, never ticked before (pages.md C3 "Consent"). */
export function ConsentBox({
  agreement,
  checked,
  error,
  onToggle,
}: {
  agreement: Agreement;
  checked: boolean;
  error: string;
  onToggle: (on: boolean) => void;
}) {
  const id = useId();
  const wrong = error !== "";
  return (
    <div className={styles.consent}>
      <label className={field.checkbox}>
        <input
          type="checkbox"
          checked={checked}
          aria-required="true"
          aria-invalid={wrong || undefined}
          aria-describedby={wrong ? `${id}-error ${id}-terms` : `${id}-terms`}
          onChange={(event) => onToggle(event.target.checked)}
        />
        {consent.box(senderOf(config()).name, agreement.runner, agreement.event)}
      </label>
      {wrong && (
        <p id={`${id}-error`} className={field.error}>
          {error}
        </p>
      )}
      <p id={`${id}-terms`} className={alerts.required}>
        {disclosure()}
      </p>
      <p className={alerts.required}>
        {/* In a new tab: the form keeps what was typed. */}
        <Link to={paths.alertTerms()} target="_blank">
          {text.alertLinks.terms}
        </Link>{" "}
        ·{" "}
        <Link to={paths.alertPrivacy()} target="_blank">
          {text.alertLinks.privacy}
        </Link>
      </p>
    </div>
  );
}

/** The wording below the box; the number of texts is the deployment's promise (api.md 8.2). */
export function disclosure(): string {
  const { messages } = config();
  return consent.disclosure(messages === 0 ? null : number(messages)).join(" ");
}
