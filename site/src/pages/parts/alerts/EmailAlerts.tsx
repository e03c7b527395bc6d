import { type SyntheticEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { config } from "../../../api/config";
import { askAddress } from "../../../api/email-alerts";
import { Failure } from "../../../api/failure";
import type { AlertedRunner } from "../../../api/push";
import { useOnline } from "../../../lib/use-online";
import { paths } from "../../../paths";
import { email } from "../../../text/email";
import { spoken, text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { TextField } from "../../../ui/Field";
import form from "./Alerts.module.css";
import styles from "./DeviceAlerts.module.css";
import { senderOf } from "./sender";

/** Asks for a confirmed e-mail about a finish (pages.md C6, "E-mail at the finish"). */
export default function EmailAlerts({ runner, name }: { runner: AlertedRunner; name: string }) {
  const [address, setAddress] = useState("");
  const [wrong, setWrong] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, say] = useState("");
  const [failed, fail] = useState("");
  const element = useRef<HTMLFormElement>(null);
  const online = useOnline();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const typed = address.trim();
    say("");
    fail("");
    setWrong(!looksRight(typed));
    if (!looksRight(typed)) return element.current?.querySelector("input")?.focus();
    setBusy(true);
    try {
      await askAddress(runner, typed, spoken);
      setAddress("");
      say(email.asked(typed));
    } catch (thrown) {
      fail(messageOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label={email.heading}>
      <form
        ref={element}
        noValidate
        className={`${styles.device} no-print`}
        onSubmit={(event) => void submit(event)}
      >
        <h3>{email.heading}</h3>
        <p>{email.about(senderOf(config()).name, name)}</p>
        <TextField
          label={email.address}
          type="email"
          autoComplete="email"
          aria-required="true"
          value={address}
          error={wrong ? email.wrong : ""}
          onChange={(event) => {
            setAddress(event.target.value);
            setWrong(wrong && !looksRight(event.target.value.trim()));
          }}
        />
        <Button type="submit" busy={busy} disabled={!online}>
          {email.submit}
        </Button>
        <p>
          {/* In a new tab: the form keeps what was typed. */}
          <Link to={paths.alertTerms()} target="_blank">
            {text.alertLinks.terms}
          </Link>{" "}
          ·{" "}
          <Link to={paths.alertPrivacy()} target="_blank">
            {text.alertLinks.privacy}
          </Link>
        </p>
        {!online && <p role="status">{text.offline.form}</p>}
        <p role="status" className={form.said}>
          {said}
        </p>
        {failed !== "" && (
          <p role="alert" className={form.failed}>
            {failed}
          </p>
        )}
      </form>
    </section>
  );
}

/** Whether the text looks like an address (pages.md B10); the server checks more strictly. */
function looksRight(address: string): boolean {
  return /^[^@\s]+@[^@\s]*\.[^@\s]*$/.test(address);
}

function messageOf(thrown: unknown): string {
  if (!(thrown instanceof Failure)) return email.failed;
  if (thrown.status === 400) return email.wrong;
  if (thrown.status === 403) return email.over;
  return thrown.status === 429 ? email.often : email.failed;
}
