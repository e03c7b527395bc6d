import { useId, useState } from "react";
import { regionalBirthdate, storedBirthdate, typedBirthdate } from "../../format/birthdate";
import { BUCKETS, genderOf } from "../../format/gender";
import type { DeskEntry, Participant } from "../../session/checkin";
import { checkin as words } from "../../text/checkin";
import { dateOrder, longDate } from "../../text/intl";
import { text } from "../../text/text";
import { Button } from "../../ui/Button";
import { Checkbox, type Option, TextField } from "../../ui/Field";
import field from "../../ui/Field.module.css";
import { checkinName } from "../../lists/checkin-list";
import { SelectField } from "../parts/staff/SelectField";
import { STORED_GENDERS } from "../parts/staff/stored-genders";
import styles from "./Checkin.module.css";

/** Errors in the fields of somebody new. */
export interface Problems {
  distance: string;
  birthdate: string;
}

/** Bibs in use while one is being typed. */
interface KnownBibs {
  /** The next free bib of the range; null without one. */
  next: string | null;
  /** Other people who wear the typed bib. */
  wearers: readonly Participant[];
  /** A bib, typed or as it was, whose runner was granted not to be named; "" for none. */
  hidden: string;
  /** Swaps bibs with one of them; undefined for somebody new. */
  onSwap?: (other: Participant) => void;
}

/** The fields of a participant, in order (pages.md C8). */
export function PersonFields({
  values,
  onChange,
  distances,
  bibs,
  adding = false,
  recorded = "",
  problems,
}: {
  values: DeskEntry;
  onChange: (typed: Partial<DeskEntry>) => void;
  distances: readonly string[];
  bibs: KnownBibs;
  adding?: boolean;
  /** The gender as stored. */
  recorded?: string;
  problems?: Problems;
}) {
  const { form } = words;
  const typed = (name: "bib" | "first" | "last" | "mobile" | "division", type?: "tel") => (
    <TextField
      label={form[name]}
      name={name}
      type={type}
      autoComplete="off"
      value={values[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  return (
    <div className={styles.fields}>
      <DistanceField
        value={values.distance}
        distances={distances}
        error={problems?.distance ?? ""}
        onChange={(distance) => onChange({ distance })}
      />
      <div className={styles.bib}>
        {typed("bib")}
        <BibHelp bib={values.bib.trim()} bibs={bibs} onUse={(bib) => onChange({ bib })} />
      </div>
      {typed("first")}
      {typed("last")}
      <SelectField
        label={form.gender}
        none={adding ? form.genderNone : undefined}
        options={genderOptions(recorded, adding)}
        value={values.gender}
        onChange={(gender) => onChange({ gender })}
      />
      <BirthdateField
        value={values.birthdate}
        error={problems?.birthdate ?? ""}
        onChange={(birthdate) => onChange({ birthdate })}
      />
      <Checkbox
        label={form.anonymous}
        checked={values.anonymous}
        onToggle={(anonymous) => onChange({ anonymous })}
      />
      {bibs.hidden !== "" && <p className={styles.granted}>{form.granted(bibs.hidden)}</p>}
      <Checkbox
        label={form.finishText}
        checked={values.smsEnabled}
        onToggle={(smsEnabled) => onChange({ smsEnabled })}
      />
      {typed("mobile", "tel")}
      {typed("division")}
      <TextField
        label={form.shirt}
        name="shirt"
        autoComplete="off"
        disabled={!adding}
        value={values.apparel}
        onChange={(event) => onChange({ apparel: event.target.value })}
      />
    </div>
  );
}

/** The next free bib, and who else wears the typed one. */
function BibHelp({
  bib,
  bibs: { next, wearers, onSwap },
  onUse,
}: {
  bib: string;
  bibs: KnownBibs;
  onUse: (bib: string) => void;
}) {
  return (
    <>
      {next !== null && bib !== next && (
        <Button quiet onClick={() => onUse(next)}>
          {words.form.nextBib(next)}
        </Button>
      )}
      {wearers.length > 0 && (
        <p role="status" className={styles.taken}>
          {words.bibs.taken(
            bib,
            wearers.map((person) => `${checkinName(person)} (${person.distance})`).join(", "),
          )}
          {onSwap !== undefined &&
            wearers.slice(0, 1).map((other) => (
              <Button key={other.id} quiet onClick={() => onSwap(other)}>
                {words.bibs.swap(checkinName(other))}
              </Button>
            ))}
        </p>
      )}
    </>
  );
}

/**
 * The three choices. If the recorded text is different, the choice that stands for it says so and
 * leaves it unchanged.
 */
function genderOptions(recorded: string, adding: boolean): Option[] {
  const kept = !adding && !Object.values(STORED_GENDERS).includes(recorded);
  return BUCKETS.map((bucket) => {
    const word = text.gender.persons[bucket];
    const isKept = kept && genderOf(recorded).bucket === bucket;
    return isKept
      ? {
          value: recorded,
          label: words.form.recorded(word, recorded === "" ? words.form.notGiven : recorded),
        }
      : { value: STORED_GENDERS[bucket], label: word };
  });
}

const OTHER = "\n";

/** A distance in use, or another one. */
function DistanceField({
  value,
  distances,
  error,
  onChange,
}: {
  value: string;
  distances: readonly string[];
  error: string;
  onChange: (distance: string) => void;
}) {
  const [other, setOther] = useState(false);
  const isOther = other || (value !== "" && !distances.includes(value)) || distances.length === 0;
  const options = [
    ...distances.map((name) => ({ value: name, label: name })),
    { value: OTHER, label: words.form.other },
  ];
  const choose = (chosen: string) => {
    setOther(chosen === OTHER);
    onChange(chosen === OTHER ? "" : chosen);
  };
  return (
    <div className={styles.two}>
      {distances.length > 0 && (
        <SelectField
          label={words.form.distance}
          none={value === "" && !isOther ? words.form.choose : undefined}
          options={options}
          value={isOther ? OTHER : value}
          error={isOther ? "" : error}
          onChange={choose}
        />
      )}
      {isOther && (
        <TextField
          label={words.form.otherDistance}
          autoComplete="off"
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}

function BirthdateField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string;
  onChange: (birthdate: string) => void;
}) {
  const id = useId();
  const wrong = error !== "";
  const order = dateOrder();
  const [typed, setTyped] = useState("");
  // As it was typed, until it is another: nothing is rewritten under the keys.
  const shown = typedBirthdate(typed, order) === value ? typed : regionalBirthdate(value, order);
  const day = storedBirthdate(value);
  return (
    <div className={field.field}>
      <label htmlFor={id}>{words.form.birthdate}</label>
      <input
        id={id}
        name="birthdate"
        className={field.input}
        autoComplete="off"
        inputMode="numeric"
        value={shown}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(typedBirthdate(target.value, order));
        }}
      />
      <p id={`${id}-hint`} className={styles.note}>
        {words.form.birthdateHints[order]}
        {day !== null && `: ${longDate(...day)}`}
      </p>
      {wrong && (
        <p id={`${id}-error`} className={field.error}>
          {error}
        </p>
      )}
    </div>
  );
}
