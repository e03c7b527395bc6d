import { useId, useRef, useState } from "react";
import type { Checkin, CheckinState } from "../../checkin/checkin";
import { type Choices, keyOf, type Question, questionsOf } from "../../checkin/conflict";
import type { Change, Edit } from "../../checkin/queue";
import { checkinName } from "../../lists/checkin-list";
import type { DeskEntry, Field } from "../../session/checkin";
import { checkin as words } from "../../text/checkin";
import { timeOfDay } from "../../text/intl";
import { Button } from "../../ui/Button";
import styles from "./Checkin.module.css";
import { namesIn } from "./NotSent";
import type { Actions } from "./use-actions";
import { StaffForm } from "../parts/staff/StaffForm";

interface Parts {
  checkin: Checkin;
  state: CheckinState;
  actions: Actions;
}

/** Edits that need a person: in conflict or refused. None disappears by itself. */
export function Trouble({ onMend, ...parts }: Parts & { onMend: (edit: Edit) => void }) {
  const section = useRef<HTMLElement>(null);
  const edits = parts.state.queue.edits.filter(({ standing }) => standing.kind !== "waiting");
  // The focused element disappears with the last decision.
  const onDone = () =>
    (
      section.current?.querySelector<HTMLElement>("h3") ?? document.querySelector<HTMLElement>("h1")
    )?.focus();
  if (edits.length === 0) return null;
  return (
    <section ref={section} aria-labelledby="trouble" className={styles.trouble} data-trouble>
      <h3 id="trouble" tabIndex={-1}>
        {words.trouble.heading}
      </h3>
      {edits.map((edit) =>
        edit.standing.kind === "conflict" ? (
          <Conflict key={edit.key} edit={edit} onDone={onDone} {...parts} />
        ) : (
          <Refusal key={edit.key} edit={edit} onDone={onDone} onMend={onMend} {...parts} />
        ),
      )}
    </section>
  );
}

/** When an edit was made, and how many others are waiting for it. */
function About({ edit, state }: { edit: Edit; state: CheckinState }) {
  const behind = state.queue.edits.filter(({ onto }) => onto.includes(edit.key)).length;
  return (
    <p className={styles.note}>
      {words.trouble.madeAt(timeOfDay(edit.made, { seconds: false }))}
      {behind > 0 && ` ${words.trouble.waitBehind(behind)}`}
    </p>
  );
}

function Conflict({
  checkin,
  state,
  actions,
  edit,
  onDone,
}: Parts & { edit: Edit; onDone: () => void }) {
  const [choices, setChoices] = useState<Choices>({});
  const [wrong, setWrong] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const questions = questionsOf(edit, state.people);
  const submit = async () => {
    const open = questions.find((question) => choices[keyOf(question)] === undefined);
    setWrong(open !== undefined);
    if (open !== undefined)
      return [...(form.current?.querySelectorAll("fieldset") ?? [])]
        .find((question) => question.querySelector(":checked") === null)
        ?.querySelector("input")
        ?.focus();
    await checkin.decide(edit, questions, choices);
    actions.say(words.trouble.applied);
    onDone();
  };
  const names = namesIn([edit]);
  return (
    <StaffForm
      ref={form}
      aria-label={words.trouble.conflictOf(names)}
      onSubmit={submit}
      className={undefined}
    >
      <h4>{words.trouble.conflictOf(names)}</h4>
      <About edit={edit} state={state} />
      {questions.length === 0 ? (
        <p>{words.trouble.settled}</p>
      ) : (
        <p className={styles.note}>{words.trouble.about}</p>
      )}
      {questions.map((question) => (
        <Choose
          key={keyOf(question)}
          question={question}
          several={edit.changes.length > 1}
          chosen={choices[keyOf(question)]}
          onChoose={(choice) => setChoices((before) => ({ ...before, [keyOf(question)]: choice }))}
        />
      ))}
      {wrong && (
        <p role="alert" className={styles.wrong}>
          {words.trouble.choose}
        </p>
      )}
      <Button type="submit">
        {questions.length === 0 ? words.trouble.ok : words.trouble.apply}
      </Button>
    </StaffForm>
  );
}

/** One question with its two answers, neither preselected. */
function Choose({
  question,
  several,
  chosen,
  onChoose,
}: {
  question: Question;
  /** Whether the edit is about more people than this one. */
  several: boolean;
  chosen: "mine" | "theirs" | undefined;
  onChoose: (choice: "mine" | "theirs") => void;
}) {
  const name = useId();
  const { legend, mine, theirs } = inWords(question, several);
  return (
    <fieldset className={styles.choose}>
      <legend>{legend}</legend>
      {(
        [
          ["mine", mine],
          ["theirs", theirs],
        ] as const
      ).map(([choice, label]) => (
        <label key={choice}>
          <input
            type="radio"
            name={name}
            checked={chosen === choice}
            onChange={() => onChoose(choice)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function inWords(
  question: Question,
  several: boolean,
): { legend: string; mine: string; theirs: string } {
  const name = checkinName(question.person);
  const { trouble } = words;
  if (question.about === "gone")
    return { legend: trouble.gone(name), mine: trouble.addAgain, theirs: trouble.leaveGone };
  if (question.about === "id")
    return { legend: trouble.sameId(name), mine: trouble.addOther, theirs: trouble.leaveGone };
  const field = fieldName(question.about);
  return {
    legend: several ? `${name}: ${field}` : field,
    mine: trouble.mine(valueInWords(question.mine)),
    theirs: trouble.theirs(valueInWords(question.theirs)),
  };
}

function Refusal({
  checkin,
  state,
  actions,
  edit,
  onDone,
  onMend,
}: Parts & { edit: Edit; onDone: () => void; onMend: (edit: Edit) => void }) {
  const names = namesIn([edit]);
  const message = edit.standing.kind === "refused" ? edit.standing.message : "";
  const discard = async () => {
    await checkin.discard(edit.key);
    actions.say(words.trouble.discarded);
    onDone();
  };
  const again = async () => {
    await checkin.mend(edit.key, edit.changes);
    onDone();
  };
  return (
    <div role="group" aria-label={words.trouble.refusedOf(names)}>
      <h4>{words.trouble.refusedOf(names)}</h4>
      {message === "" ? <p>{words.trouble.refusedWordless}</p> : <p lang="en">{message}</p>}
      {edit.changes.map((change) => (
        <p key={change.id}>
          {words.trouble.wanted} {edit.changes.length > 1 && `${checkinName(change.person)}, `}
          {wantedIn(change)}
        </p>
      ))}
      <About edit={edit} state={state} />
      <p className={styles.buttons}>
        {edit.changes.length === 1 && (
          <Button onClick={() => onMend(edit)}>
            {words.trouble.correct} <span className="hidden">{names}</span>
          </Button>
        )}
        <Button onClick={() => void again()}>
          {words.trouble.sendAgain} <span className="hidden">{names}</span>
        </Button>
        <Button onClick={() => void discard()}>
          {words.trouble.discard} <span className="hidden">{names}</span>
        </Button>
      </p>
    </div>
  );
}

/** The new values of a change, field by field; of somebody new, those that are filled in. */
function wantedIn({ before, after }: Change): string {
  return Object.entries(after)
    .filter(([, value]) => before !== null || (value !== "" && value !== false))
    .map(([field, value]) => `${fieldName(field as Field)}: ${valueInWords(value)}`)
    .join("; ");
}

function fieldName(field: Field): string {
  const { form, trouble } = words;
  const names: Readonly<Record<Field, string>> = {
    bib: form.bib,
    first: form.first,
    last: form.last,
    birthdate: form.birthdate,
    gender: form.gender,
    ageGroup: trouble.ageGroup,
    distance: form.distance,
    anonymous: form.anonymous,
    smsEnabled: form.finishText,
    mobile: form.mobile,
    apparel: form.shirt,
    division: form.division,
    checkedIn: trouble.checkedIn,
  };
  return names[field];
}

/** A value in readable form. */
function valueInWords(value: DeskEntry[Field]): string {
  if (typeof value === "boolean") return value ? words.trouble.yes : words.trouble.no;
  return value === "" ? words.trouble.nothing : value;
}
