import { type SyntheticEvent, useCallback, useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { viewerTime } from "../../lib/clock";
import { useOnline } from "../../lib/use-online";
import { paths } from "../../paths";
import {
  type Correction,
  type CorrectionsState,
  readCorrections,
  type RunnerValues,
  saveCorrection,
} from "../../session/corrections";
import { byHand } from "../../text/by-hand";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import staff from "../parts/staff/Staff.module.css";
import { useLookedUp } from "../parts/staff/use-looked-up";
import { useRequest } from "../parts/staff/use-request";
import styles from "./Corrections.module.css";
import { FIELDS, type Field, withUpload, wordsOf } from "./draft";
import { Refusal } from "./Refusal";
import { whoOf } from "./who";

const EVERY_MS = 30_000;

/** The last action, and the one that undoes it. */
interface Done {
  said: string;
  /** Null where nothing can be undone. */
  before: Correction | null;
}

/** The corrections of a year, those with a conflict first, and each with its decisions. */
export function CorrectionList({ slug, year }: { slug: string; year: string }) {
  const { state, failure, take } = useLookedUp(
    useCallback(() => readCorrections(slug, year), [slug, year]),
    () => EVERY_MS,
  );
  const { done, request, status, decide, undo } = useDecisions(slug, year, state, take);
  const online = useOnline();
  const found = state?.corrections ?? [];
  const conflicts = found.filter((one) => one.state === "conflict").length;
  return (
    <>
      <p className={staff.note}>{byHand.about}</p>
      <Find slug={slug} year={year} />
      {failure !== null && (
        <p role="status" className={staff.note}>
          {byHand.unknown}
        </p>
      )}
      {request.failure?.status === 409 && <p role="alert">{byHand.listOvertaken}</p>}
      {request.failure !== null && request.failure.status !== 409 && (
        <Refusal failure={request.failure} wordless={byHand.listWordless} />
      )}
      {done !== null && (
        <div className={`${staff.buttons} ${styles.decide}`}>
          <p ref={status} role="status" tabIndex={-1}>
            {done.said}
          </p>
          {done.before !== null && (
            <Button
              disabled={!online}
              busy={request.busy}
              onClick={() => done.before !== null && undo(done.before)}
            >
              {byHand.undo}
            </Button>
          )}
        </div>
      )}
      {state !== null && (
        <p role="status">
          <strong>{found.length === 0 ? byHand.none : byHand.conflicts(conflicts)}</strong>
        </p>
      )}
      <div className={staff.cards}>
        {found.map((one) => (
          <Card
            key={one.id}
            edit={paths.corrections(slug, year, one.bib)}
            correction={one}
            busy={request.busy || !online}
            onDecide={(corrected, said) => void decide(one, corrected, said)}
          />
        ))}
      </div>
    </>
  );
}

/** What is decided about the corrections of a year, and how the last decision is undone. */
function useDecisions(
  slug: string,
  year: string,
  state: CorrectionsState | null,
  take: (state: CorrectionsState) => void,
) {
  const [done, setDone] = useState<Done | null>(null);
  const request = useRequest();
  const status = useRef<HTMLParagraphElement>(null);
  const decide = (before: Correction, corrected: RunnerValues, said: string) =>
    request.run(async () => {
      // A correction that was taken back is found by its bib alone.
      const now = await readCorrections(slug, year, before.bib);
      const { id } = before;
      const seen = [...now.corrections, ...now.runners].find((one) => one.id === id) ?? before;
      const expected = state?.corrections.find((one) => one.id === id)?.seen ?? seen.seen;
      const reason = Object.keys(corrected).length === 0 ? "" : before.reason;
      try {
        await saveCorrection(
          { slug, year, born: state?.born ?? now.born },
          { id, seen: expected },
          corrected,
          reason,
          false,
        );
        setDone({ said, before: corrected === before.corrected ? null : before });
      } finally {
        take(await readCorrections(slug, year));
      }
      // The card with the pressed button may be gone.
      status.current?.focus();
    });
  // Made again it is made over what is uploaded now: a conflict is not there any more.
  const undo = (before: Correction) =>
    void decide(
      before,
      before.corrected,
      before.state === "conflict" ? byHand.kept(whoOf(before)) : byHand.undone,
    );
  return { done, request, status, decide, undo };
}

/** The way to the form of a bib. */
function Find({ slug, year }: { slug: string; year: string }) {
  const [bib, type] = useState("");
  const [checked, check] = useState(false);
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const find = (event: SyntheticEvent) => {
    event.preventDefault();
    check(true);
    if (bib.trim() === "") input.current?.focus();
    else void navigate(paths.corrections(slug, year, bib.trim()));
  };
  return (
    <form noValidate className={styles.find} onSubmit={find}>
      <TextField
        ref={input}
        label={byHand.find.label}
        autoComplete="off"
        enterKeyHint="go"
        value={bib}
        error={checked && bib.trim() === "" ? byHand.find.missing : ""}
        onChange={(event) => type(event.target.value)}
      />
      <Button type="submit">{byHand.find.button}</Button>
    </form>
  );
}

/** One runner: what is corrected, what is uploaded, and what can be decided. */
function Card({
  edit,
  correction,
  busy,
  onDecide,
}: {
  edit: string;
  correction: Correction;
  busy: boolean;
  onDecide: (corrected: RunnerValues, said: string) => void;
}) {
  const id = useId();
  const { distance, state, conflicts, corrected, uploaded, entered } = correction;
  const withUploaded = withUpload(corrected, conflicts);
  const isWorn = conflicts.includes("bib");
  const differs = (field: Field, from: RunnerValues | null) =>
    from === null || wordsOf(field, corrected) !== wordsOf(field, from);
  // A time is corrected together with status and other time, which may be as they were.
  const isTold = (field: Field) =>
    conflicts.includes(field) ||
    (corrected[field] !== undefined &&
      (differs(field, uploaded) || differs(field, correction.before)));
  const who = whoOf(correction);
  const button = (label: string, values: RunnerValues, said: string, primary = false) => (
    <Button
      data-primary={primary || undefined}
      disabled={busy}
      onClick={() => onDecide(values, said)}
    >
      {label} <span className="hidden">: {who}</span>
    </Button>
  );
  return (
    <article aria-labelledby={id} className={staff.card}>
      <h2 id={id}>{[who, distance].filter((part) => part !== "").join(", ")}</h2>
      {state !== "stands" && (
        <p>
          <strong>{state === "conflict" && isWorn ? byHand.worn : byHand[state]}</strong>
        </p>
      )}
      <ul className={staff.list}>
        {FIELDS.filter(isTold).map((field) => {
          const isOther = conflicts.includes(field);
          const standing = corrected[field] === undefined ? correction.before : corrected;
          const value = standing === null ? byHand.empty : wordsOf(field, standing);
          const name = byHand.fields[field];
          const line =
            isOther && uploaded === null && entered !== null
              ? byHand.changeEntered(name, value, wordsOf(field, entered))
              : byHand.change(name, value, uploaded ? wordsOf(field, uploaded) : byHand.empty);
          return <li key={field}>{isOther ? <strong>{line}</strong> : line}</li>;
        })}
      </ul>
      <p className={staff.note}>
        {byHand.by(correction.by, viewerTime(new Date(correction.since * 1000).toISOString()))}
        {correction.reason !== "" && ` · ${byHand.why(correction.reason)}`}
      </p>
      <div className={`${staff.buttons} ${styles.decide}`}>
        {state === "conflict" && (
          <>
            {!isWorn && button(byHand.keep, corrected, byHand.kept(who), true)}
            {Object.keys(withUploaded).length < Object.keys(corrected).length &&
              button(byHand.take, withUploaded, byHand.taken(who))}
          </>
        )}
        {button(byHand.takeBack, {}, byHand.takenBack(who))}
        <Link to={edit}>
          {byHand.edit} <span className="hidden">: {who}</span>
        </Link>
      </div>
    </article>
  );
}
