import { type SyntheticEvent, useCallback, useRef, useState } from "react";
import { subscribe } from "../../../api/alerts";
import { checkPhone } from "../../../checks/phone";
import { fullName } from "../../../format/name";
import { useLoaded } from "../../../lib/use-loaded";
import { useOnline } from "../../../lib/use-online";
import { useSame } from "../../../lib/use-same";
import type { Head } from "../../../race/head";
import { loadParticipants, type Participant } from "../../../race/people";
import { consent } from "../../../text/consent";
import { text } from "../../../text/text";
import { Button } from "../../../ui/Button";
import { Dialog } from "../../../ui/Dialog";
import { Failed } from "../../../ui/Failed";
import { TextField } from "../../../ui/Field";
import { Loading } from "../../../ui/Loading";
import styles from "./Alerts.module.css";
import { ConsentBox } from "./ConsentBox";
import { isOffered } from "./offer";
import { type Choice, ParticipantBox } from "./ParticipantBox";

const EMPTY: Choice = { typed: "", chosen: null };
const NO_ERRORS = { participant: "", phone: "", consent: "" };
const NOBODY: readonly Participant[] = [];

/** The data of a valid form while it waits to be confirmed. */
interface Pending {
  participant: Participant;
  phone: string;
}

/** Participant (unless `runner` is given), phone, consent, question (pages.md C3 "Sign-up"). */
export default function SignUp({ head, runner }: { head: Head; runner?: Participant | undefined }) {
  return runner === undefined ? (
    <OfAnybody head={head} />
  ) : (
    <Form head={head} runner={runner} participants={NOBODY} />
  );
}

function OfAnybody({ head }: { head: Head }) {
  const files = useSame(head.people?.files ?? []);
  // A page that follows changes does not learn of new files: what existed when the form was opened
  // is used until the page reads a head again.
  const [opened, open] = useState({ files, head });
  if (opened.files !== files) open({ files, head });
  const { data, failure, retry } = useLoaded(
    useCallback(() => loadParticipants(opened.head), [opened]),
  );
  const [participants, keep] = useState(data);
  // The form stays once rendered: it uses the participants it has until newer ones arrive.
  if (data !== null && data !== participants) keep(data);
  if (participants !== null) return <Form head={head} participants={participants} />;
  return failure === null ? <Loading message={text.loading} /> : <Failed onRetry={retry} />;
}

function Form({
  head,
  runner,
  participants,
}: {
  head: Head;
  runner?: Participant;
  participants: readonly Participant[];
}) {
  const signUp = useSignUp(head, runner);
  const { choice, phone, agreed, errors, pending, form, box } = signUp;
  const online = useOnline();
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={signUp.submit}>
      <p className={styles.required}>
        {runner === undefined ? consent.form.required.signUp : consent.required}
      </p>
      {runner === undefined && (
        <ParticipantBox
          participants={participants}
          value={choice}
          error={errors.participant}
          inputRef={box}
          onChange={signUp.change}
        />
      )}
      <TextField
        label={consent.form.phone}
        type="tel"
        autoComplete="tel"
        aria-required="true"
        value={phone}
        error={errors.phone}
        onChange={(event) => signUp.setPhone(event.target.value)}
      />
      <ConsentBox
        agreement={signUp.agreement}
        checked={agreed}
        error={errors.consent}
        onToggle={signUp.agree}
      />
      <p className={styles.submit}>
        <Button type="submit" disabled={!online}>
          {consent.form.submit}
        </Button>
      </p>
      {!online && (
        <p role="status" className={styles.said}>
          {text.offline.form}
        </p>
      )}
      <p role="status" className={styles.said}>
        {signUp.said}
      </p>
      {pending !== null && (
        <Confirmation
          head={head}
          pending={pending}
          onDone={signUp.finish}
          onClose={() => signUp.setPending(null)}
        />
      )}
    </form>
  );
}

/** The values of the form, and its errors once it was submitted. */
function useSignUp(head: Head, runner: Participant | undefined) {
  const [typed, choose] = useState(EMPTY);
  const choice = runner === undefined ? typed : { typed: "", chosen: runner };
  const [phone, setPhone] = useState("");
  const [agreed, agree] = useState(false);
  const [checked, setChecked] = useState(false);
  const [pending, setPending] = useState<Pending | null>(null);
  const [said, say] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const check = checkPhone(phone);
  const errors = {
    participant: choice.chosen === null ? consent.form.choose : "",
    phone: check.valid ? "" : check.message,
    consent: agreed ? "" : consent.tickFirst,
  };
  const agreement = {
    runner:
      choice.chosen === null
        ? consent.chosenRunner
        : fullName(choice.chosen.first, choice.chosen.last),
    event: head.event.name,
  };
  const change = (next: Choice) => {
    // The consent was about somebody else.
    if (choice.chosen !== null && next.chosen !== choice.chosen) agree(false);
    choose(next);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    say("");
    setChecked(true);
    if (!(runner === undefined ? isOffered(head) : isOffered(head, 1)))
      return say(consent.form.over);
    if (choice.chosen !== null && check.valid && agreed)
      return setPending({ participant: choice.chosen, phone: check.digits });
    if (choice.chosen === null) box.current?.focus();
    else
      form.current
        ?.querySelector<HTMLInputElement>(check.valid ? "input[type=checkbox]" : "input[type=tel]")
        ?.focus();
  };
  const finish = () => {
    setPending(null);
    choose(EMPTY);
    setPhone("");
    agree(false);
    setChecked(false);
    say(consent.form.subscribed);
  };
  return {
    choice,
    change,
    phone,
    setPhone,
    agreed,
    agree,
    agreement,
    errors: checked ? errors : NO_ERRORS,
    pending,
    setPending,
    said,
    form,
    box,
    submit,
    finish,
  };
}

/** Asks before anything is sent: a mistyped number could be that of somebody else. */
function Confirmation({
  head,
  pending,
  onDone,
  onClose,
}: {
  head: Head;
  pending: Pending;
  onDone: () => void;
  onClose: () => void;
}) {
  const [state, setState] = useState<"asking" | "sending" | "failed">("asking");
  const {
    participant: { bib, first, last },
    phone,
  } = pending;
  const sending = state === "sending";
  // A request on its way cannot be withdrawn: the dialog stays to report its outcome.
  const cancel = () => {
    if (!sending) onClose();
  };
  const send = async () => {
    setState("sending");
    try {
      await subscribe({
        slug: head.event.slug,
        year: head.eventYear.year,
        bib,
        first,
        last,
        phone,
        consent: { wording: consent.wording },
      });
      onDone();
    } catch {
      setState("failed");
    }
  };
  if (state === "failed") {
    return (
      <Dialog
        key="failed"
        title={text.error.title}
        text={<p>{consent.form.failed}</p>}
        buttons={<Button onClick={onClose}>{text.alerts.close}</Button>}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      key="asking"
      title={consent.form.warning}
      text={
        <p>
          {consent.check(
            fullName(first, last),
            head.event.name,
            phone.replace(/^(...)(...)/, "$1-$2-"),
          )}
        </p>
      }
      buttons={
        <>
          <Button busy={sending} onClick={() => void send()}>
            {consent.form.subscribe}
          </Button>
          <Button aria-disabled={sending || undefined} onClick={cancel}>
            {consent.form.cancel}
          </Button>
        </>
      }
      onClose={cancel}
    />
  );
}
