import { memo, type SyntheticEvent, useEffect, useRef } from "react";
import { isKnownAge } from "../../format/age";
import { ageOn, type Day } from "../../format/birthdate";
import { checkinName } from "../../lists/checkin-list";
import type { DeskEntry, Participant } from "../../session/checkin";
import { checkin as words } from "../../text/checkin";
import { timeOfDay } from "../../text/intl";
import { Button } from "../../ui/Button";
import styles from "./Checkin.module.css";
import { type Draft, isDirty } from "./drafts";
import { PersonFields } from "./PersonFields";
import { Refusal } from "./Refusal";
import { StaffForm } from "../parts/staff/StaffForm";

/** Actions on people: always the same functions, so that a row renders only when it changes. */
export interface RowActions {
  onToggle: (person: Participant) => void;
  onCheckIn: (person: Participant, checkedIn: boolean) => void;
  onGiveBib: (person: Participant, bib: string) => void;
  onSwap: (person: Participant, other: Participant) => void;
  onType: (person: Participant, typed: Partial<DeskEntry>) => void;
  onSave: (person: Participant, checkIn: boolean) => void;
}

/** The props all rows share: one object, so that a row renders only when its person changes. */
export interface ListOfRows {
  /** The number of rows; 0 when all of them are rendered. */
  of: number;
  distances: readonly string[];
  /** The day of the race; null where it is not known. */
  raceDay: Day | null;
  actions: RowActions;
  measure: ((row: HTMLElement | null) => void) | undefined;
}

/** The state of an open row's form. */
interface OpenRow {
  draft: Draft;
  /** Other people with the typed bib. */
  wearers: readonly Participant[];
  /** The bib, typed or as it was, whose runner was granted not to be named; "" for none. */
  hidden: string;
}

interface Parts {
  person: Participant;
  index: number;
  /** Notes about the person; "" for none. */
  marks: string;
  /** null if the row is closed. */
  open: OpenRow | null;
  nextBib: string | null;
  list: ListOfRows;
}

/** One participant: the name, the most important facts, the check-in button, and the form below. */
export const PersonRow = memo(function Row(parts: Parts) {
  const { person, index, marks, open, nextBib, list } = parts;
  const { of, actions, measure } = list;
  const name = checkinName(person);
  return (
    <li
      ref={measure}
      data-key={person.id}
      data-index={index}
      aria-setsize={of === 0 ? undefined : of}
      aria-posinset={of === 0 ? undefined : index + 1}
      className={styles.row}
      data-checked-in={person.checkedIn || undefined}
    >
      <div className={styles.line}>
        <div className={styles.who}>
          <button
            type="button"
            className={styles.name}
            aria-expanded={open !== null}
            onClick={() => actions.onToggle(person)}
          >
            {name}
          </button>
          <p className={styles.facts} data-marked={marks !== "" || undefined}>
            <strong>{person.bib === "" ? words.row.noBib : words.row.bib(person.bib)}</strong> ·{" "}
            {person.distance}
            {person.division !== "" && ` · ${person.division}`}
            {marks !== "" && <span className={styles.marks}> · {marks}</span>}
            <When person={person} />
          </p>
        </div>
        <div className={styles.actions}>
          <Age birthdate={person.birthdate} raceDay={list.raceDay} />
          {person.bib === "" && nextBib !== null && open === null && (
            <Button
              quiet
              aria-label={words.bibs.giveTo(nextBib, name)}
              onClick={() => actions.onGiveBib(person, nextBib)}
            >
              {words.bibs.give(nextBib)}
            </Button>
          )}
          <CheckIn person={person} name={name} onCheckIn={actions.onCheckIn} />
        </div>
      </div>
      {open !== null && (
        <PersonForm person={person} name={name} open={open} nextBib={nextBib} list={list} />
      )}
    </li>
  );
});

/** The age on race day, by which two people of one name are told apart. */
function Age({ birthdate, raceDay }: { birthdate: string; raceDay: Day | null }) {
  const age = raceDay === null ? null : ageOn(birthdate, raceDay);
  if (age === null || !isKnownAge(age)) return null;
  return <span className={styles.age}>{words.row.age(age)}</span>;
}

/** When somebody was checked in, and by whom. */
function When({ person: { checkedIn, checkedInAt, checkedInBy } }: Pick<Parts, "person">) {
  if (!checkedIn) return null;
  const when = words.row.at(
    timeOfDay(checkedInAt * 1000, { seconds: false }),
    checkedInBy === "" ? words.row.you : checkedInBy,
  );
  return (
    <span className={styles.when}>
      <span className="hidden">{words.row.checkedIn} </span>
      {when}
    </span>
  );
}

/** Presses within this time count as one: the second must not undo the first. */
const DOUBLE_MS = 600;

/** One press checks in; pressing the same place again undoes it. */
function CheckIn({
  person,
  name,
  onCheckIn,
}: {
  person: Participant;
  name: string;
  onCheckIn: RowActions["onCheckIn"];
}) {
  const pressed = useRef(-DOUBLE_MS);
  const { checkedIn } = person;
  const press = (event: SyntheticEvent) => {
    if (event.timeStamp - pressed.current < DOUBLE_MS) return;
    pressed.current = event.timeStamp;
    onCheckIn(person, !checkedIn);
  };
  return (
    <Button
      data-checkin
      quiet={checkedIn}
      aria-label={checkedIn ? words.row.undoName(name) : words.row.checkInName(name)}
      onClick={press}
    >
      {checkedIn ? words.row.undo : words.row.checkIn}
    </Button>
  );
}

function PersonForm({
  person,
  name,
  open: { draft, wearers, hidden },
  nextBib,
  list,
}: {
  person: Participant;
  name: string;
  open: OpenRow;
  nextBib: string | null;
  list: ListOfRows;
}) {
  const { onToggle, onType, onSave, onSwap } = list.actions;
  const form = useRef<HTMLFormElement>(null);
  const { message } = draft.refused ?? { message: null };
  useEffect(() => {
    if (message !== null) form.current?.querySelector<HTMLElement>("[role=alert]")?.focus();
  }, [message]);
  return (
    <StaffForm
      ref={form}
      aria-label={name}
      className={styles.form}
      onSubmit={() => onSave(person, false)}
    >
      <PersonFields
        values={{ ...person, ...draft.typed }}
        recorded={draft.seen.gender ?? person.gender}
        distances={list.distances}
        bibs={{
          next: nextBib,
          wearers,
          hidden,
          onSwap: person.bib === "" ? undefined : (other) => onSwap(person, other),
        }}
        onChange={(typed) => onType(person, typed)}
      />
      <Refusal message={message} />
      <p className={styles.buttons}>
        <Button type="submit" busy={draft.busy}>
          {words.form.save}
        </Button>
        {!person.checkedIn && (
          <Button busy={draft.busy} onClick={() => onSave(person, true)}>
            {words.form.saveAndCheckIn}
          </Button>
        )}
        <Button
          disabled={draft.busy}
          data-dirty={isDirty(draft) || undefined}
          onClick={() => onToggle(person)}
        >
          {words.form.undo}
        </Button>
      </p>
    </StaffForm>
  );
}
