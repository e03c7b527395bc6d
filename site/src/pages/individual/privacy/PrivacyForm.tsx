import { type ReactNode, type SyntheticEvent, useRef, useState } from "react";
import { Failure } from "../../../api/failure";
import { askPrivacy, type PrivacyRequest, WISHES, wishOf } from "../../../api/privacy";
import { displayName } from "../../../format/name";
import { useOnline } from "../../../lib/use-online";
import type { Head } from "../../../race/head";
import type { Participant } from "../../../race/people";
import { privacy } from "../../../text/privacy";
import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { Choice, TextField } from "../../../ui/Field";
import notice from "../../../ui/Notice.module.css";
import styles from "./Privacy.module.css";

type Typed = Pick<PrivacyRequest, "wish" | "text" | "birthdate" | "mobile" | "contact">;

const EMPTY: Typed = { wish: "initials", text: "", birthdate: "", mobile: "", contact: "" };

/**
 * A runner's request to the organiser, with what proves who is asking (pages.md C6, "Privacy or a
 * mistake"). The answer is the same whether or not the details were right.
 */
export default function PrivacyForm({
  head,
  runner,
}: {
  head: Head;
  runner?: Participant | undefined;
}) {
  const [typed, setTyped] = useState(EMPTY);
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, say] = useState("");
  const [failed, fail] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const online = useOnline();
  const change = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part });
    say("");
  };
  const errors = errorsOf(typed);
  if (runner === undefined) return null;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    say("");
    fail("");
    setChecked(true);
    const first = FIELDS.find((field) => errors[field] !== "");
    if (first !== undefined)
      return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    try {
      const { slug } = head.event;
      await askPrivacy({
        ...typed,
        slug,
        year: head.eventYear.year,
        bib: runner.bib,
        mobile: typed.mobile.trim(),
        contact: typed.contact.trim(),
      });
      setTyped(EMPTY);
      setChecked(false);
      say(privacy.sent);
    } catch (thrown) {
      fail(messageOf(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <p>{privacy.about(displayName(runner))}</p>
      <p className={styles.note}>{privacy.required}</p>
      <Fields typed={typed} errors={checked ? errors : NO_ERRORS} onChange={change} />
      <p>
        <Button type="submit" busy={busy} disabled={!online}>
          {privacy.submit}
        </Button>
      </p>
      {!online && <p role="status">{text.offline.form}</p>}
      <p role="status" className={styles.said}>
        {said}
      </p>
      {failed !== "" && (
        <p role="alert" className={notice.alert}>
          {failed}
        </p>
      )}
    </form>
  );
}

function Fields({
  typed,
  errors,
  onChange,
}: {
  typed: Typed;
  errors: Errors;
  onChange: (part: Partial<Typed>) => void;
}) {
  return (
    <>
      <Hinted hint={privacy.what[typed.wish]}>
        <Choice
          label={privacy.wish}
          value={typed.wish}
          options={WISHES.map((wish) => ({ value: wish, label: privacy.wishes[wish] }))}
          onChoose={(name) => onChange({ wish: wishOf(name) ?? typed.wish })}
        />
      </Hinted>
      {typed.wish === "correction" && (
        <TextField
          as="textarea"
          rows={4}
          label={privacy.text}
          name="text"
          maxLength={500}
          aria-required="true"
          value={typed.text}
          error={errors.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      )}
      <p className={styles.note}>{privacy.proof}</p>
      <TextField
        label={privacy.birthdate}
        name="birthdate"
        type="date"
        autoComplete="bday"
        aria-required="true"
        value={typed.birthdate}
        error={errors.birthdate}
        onChange={(event) => onChange({ birthdate: event.target.value })}
      />
      <Hinted hint={privacy.mobileAbout}>
        <TextField
          label={privacy.mobile}
          type="tel"
          autoComplete="tel"
          maxLength={30}
          value={typed.mobile}
          onChange={(event) => onChange({ mobile: event.target.value })}
        />
      </Hinted>
      <Hinted hint={privacy.contactAbout}>
        <TextField
          label={privacy.contact}
          name="contact"
          type="email"
          autoComplete="email"
          maxLength={100}
          value={typed.contact}
          error={errors.contact}
          onChange={(event) => onChange({ contact: event.target.value })}
        />
      </Hinted>
    </>
  );
}

/** A field with a line about it below. */
function Hinted({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div className={styles.hinted}>
      {children}
      <p className={styles.note}>{hint}</p>
    </div>
  );
}

/** The fields that may be in error, in the order of the form. */
const FIELDS = ["text", "birthdate", "contact"] as const;

type Errors = Readonly<Record<(typeof FIELDS)[number], string>>;

const NO_ERRORS: Errors = { text: "", birthdate: "", contact: "" };

function errorsOf({ wish, text: said, birthdate, contact }: Typed): Errors {
  const address = contact.trim();
  return {
    text: wish === "correction" && said.trim() === "" ? privacy.noText : "",
    birthdate: birthdate === "" ? privacy.noBirthdate : "",
    contact:
      address === "" || /^[^@\s]+@[^@\s]*\.[^@\s]*$/.test(address) ? "" : privacy.wrongContact,
  };
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Failure && thrown.status === 429 ? privacy.often : privacy.failed;
}
