import { useCombobox } from "downshift";
import { type Ref, useMemo } from "react";
import { genderWord } from "../../../format/gender";
import { fullName } from "../../../format/name";
import { search } from "../../../lists/search";
import type { Participant } from "../../../race/people";
import { useFoldAhead } from "../search/use-fold-ahead";
import { consent } from "../../../text/consent";
import field from "../../../ui/Field.module.css";
import styles from "./Alerts.module.css";
import { text } from "../../../text/text";

/** The maximum number of entries shown: enough to see that more letters are needed. */
const SHOWN = 20;

/** The typed text, and the participant chosen with it; editing the text drops the choice. */
export interface Choice {
  typed: string;
  chosen: Participant | null;
}

function nameOf({ first, last }: Participant): string {
  return fullName(first, last);
}

function themselves(participants: readonly Participant[]) {
  return participants;
}

/** "First Last - Woman 30-39", leaving out what is unknown. */
function entryOf(participant: Participant): string {
  const about = [genderWord(participant.gender), text.ageGroup(participant.ageGroup)]
    .filter((part) => part !== "")
    .join(" ");
  return about === "" ? nameOf(participant) : `${nameOf(participant)} - ${about}`;
}

/** A box in which a participant is found by part of the name (pages.md C3). */
export function ParticipantBox({
  participants,
  value,
  error,
  inputRef,
  onChange,
}: {
  participants: readonly Participant[];
  value: Choice;
  error: string;
  inputRef: Ref<HTMLInputElement>;
  onChange: (choice: Choice) => void;
}) {
  const { form: words } = consent;
  const { typed } = value;
  useFoldAhead(participants, themselves);
  const found = useMemo(
    () => (typed.trim() === "" ? [] : search(participants, typed, (participant) => participant)),
    [participants, typed],
  );
  const items = found.slice(0, SHOWN);
  const box = useCombobox({
    items,
    inputValue: typed,
    selectedItem: value.chosen,
    itemToString: (item) => (item === null ? "" : nameOf(item)),
    onStateChange: ({ type, inputValue, selectedItem }) => {
      if (selectedItem !== undefined && selectedItem !== null)
        onChange({ typed: nameOf(selectedItem), chosen: selectedItem });
      else if (type === useCombobox.stateChangeTypes.InputKeyDownEscape && inputValue === "")
        onChange({ typed: "", chosen: null });
    },
  });
  const wrong = error !== "";
  const open = box.isOpen && items.length > 0;
  return (
    <div className={`${field.field} ${styles.combobox}`}>
      <label {...box.getLabelProps()}>{words.participant}</label>
      <input
        {...box.getInputProps({
          ref: inputRef,
          className: field.input,
          autoComplete: "off",
          spellCheck: false,
          // In the event itself: if it were handled later, a fast typist's letters would be lost.
          onChange: (event) => onChange({ typed: event.currentTarget.value, chosen: null }),
        })}
        aria-required="true"
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? "participant-error" : undefined}
      />
      <ul {...box.getMenuProps()} className={open ? styles.list : styles.closed}>
        {open &&
          items.map((item, index) => (
            <li
              key={`${item.bib} ${nameOf(item)} ${item.ageGroup}`}
              {...box.getItemProps({ item, index })}
              className={box.highlightedIndex === index ? styles.active : undefined}
            >
              {entryOf(item)}
            </li>
          ))}
        {open && found.length > SHOWN && (
          <li aria-hidden="true" className={styles.more}>
            {words.more(found.length - SHOWN)}
          </li>
        )}
      </ul>
      {wrong && (
        <p id="participant-error" className={field.error}>
          {error}
        </p>
      )}
    </div>
  );
}
