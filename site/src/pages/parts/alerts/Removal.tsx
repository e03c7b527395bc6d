import { type SyntheticEvent, useRef, useState } from "react";
import { unsubscribe } from "../../../api/alerts";
import { checkPhone } from "../../../checks/phone";
import { useOnline } from "../../../lib/use-online";
import type { Head } from "../../../race/head";
import { consent } from "../../../text/consent";
import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { TextField } from "../../../ui/Field";
import styles from "./Alerts.module.css";

/** Ends the text alerts of a phone for this year, without a dialog (pages.md C3 "Removal"). */
export default function Removal({ head }: { head: Head }) {
  const [phone, setPhone] = useState("");
  const [checked, setChecked] = useState(false);
  const [state, setState] = useState<"idle" | "sending" | "done" | "failed">("idle");
  const form = useRef<HTMLFormElement>(null);
  const online = useOnline();
  const check = checkPhone(phone);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!check.valid) return form.current?.querySelector("input")?.focus();
    setState("sending");
    try {
      await unsubscribe(head.event.slug, head.eventYear.year, check.digits);
      setPhone("");
      setChecked(false);
      setState("done");
    } catch {
      setState("failed");
    }
  };
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <p className={styles.required}>{consent.form.required.removal}</p>
      <TextField
        label={consent.form.phone}
        type="tel"
        autoComplete="tel"
        aria-required="true"
        value={phone}
        error={checked && !check.valid ? check.message : ""}
        onChange={(event) => setPhone(event.target.value)}
      />
      <p className={styles.submit}>
        <Button type="submit" disabled={!online} busy={state === "sending"}>
          {consent.form.unsubscribe}
        </Button>
      </p>
      {!online && (
        <p role="status" className={styles.said}>
          {text.offline.form}
        </p>
      )}
      <p role="status" className={styles.said}>
        {state === "done" ? consent.form.unsubscribed : ""}
      </p>
      {state === "failed" && (
        <p role="alert" className={styles.failed}>
          {consent.form.notUnsubscribed}
        </p>
      )}
    </form>
  );
}
