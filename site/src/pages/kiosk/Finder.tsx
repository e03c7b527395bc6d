import { useCombobox } from "downshift";
import { useLayoutEffect, useMemo, useRef } from "react";
import { displayName, isAnonymous } from "../../format/name";
import { placeText } from "../../format/place";
import { bestMatches } from "../../lists/best-matches";
import type { RaceBoard } from "../../race/boards";
import { runnerKey } from "../../race/compare";
import { finishersOf, type Head } from "../../race/head";
import { placings } from "../../scoring/placings";
import { eventTypeOf, type Line } from "../../scoring/row";
import { announcer } from "../../text/announcer";
import { text } from "../../text/text";
import { Loading } from "../../ui/Loading";
import { distanceName } from "../parts/distances/distance-name";
import { standing } from "../parts/runner/standing";
import { peopleOfBoards, useFoldAhead } from "../parts/search/use-fold-ahead";
import { Facts } from "./Facts";
import { hasFinalPlace } from "./final-place";
import styles from "./Kiosk.module.css";

/** One search box, which keeps the focus, and runners in big rows for keys and touch. */
export function Finder({
  boards,
  head,
  typed,
  onType,
  onOpen,
}: {
  boards: readonly RaceBoard[];
  head: Head;
  typed: string;
  onType: (typed: string) => void;
  onOpen: (runner: { distance: string; bib: string }) => void;
}) {
  const { kiosk: words } = announcer;
  useFoldAhead(boards, peopleOfBoards);
  const { best, total } = useMemo(() => bestMatches(boards, typed), [boards, typed]);
  const input = useFocusKept();
  const box = useCombobox<Line>({
    items: best,
    isOpen: best.length > 0,
    inputValue: typed,
    selectedItem: null,
    defaultHighlightedIndex: 0,
    itemToString: (line) => (line === null ? "" : displayName(line.row)),
    // Leaving the box chooses nobody.
    stateReducer: (state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur ? state : changes,
    onStateChange: ({ type, selectedItem }) => {
      if (selectedItem) onOpen({ distance: selectedItem.row.distance, bib: selectedItem.row.bib });
      else if (type === useCombobox.stateChangeTypes.InputKeyDownEscape) onType("");
    },
  });
  const complete = boards.every((board) => board.complete);
  return (
    <section className={`${styles.finder} no-print`}>
      <label {...box.getLabelProps()}>{words.search}</label>
      <input
        {...box.getInputProps({
          ref: input,
          type: "search",
          className: styles.box,
          autoComplete: "off",
          spellCheck: false,
          enterKeyHint: "search",
          // In the event itself: if it were handled later, a fast typist's letters would be lost.
          onChange: (event) => onType(event.currentTarget.value),
        })}
      />
      <p role="status" className={styles.said}>
        {typed.trim() === "" ? "" : total === 0 ? words.nobody : words.found(total)}
      </p>
      {!complete && <Loading message={text.loading} />}
      <ul {...box.getMenuProps()} className={styles.runners}>
        {best.map((line, index) => (
          <li
            key={runnerKey(line.row.distance, line.row.bib)}
            {...box.getItemProps({ item: line, index })}
            data-active={box.highlightedIndex === index || undefined}
          >
            <Runner head={head} line={line} several={boards.length > 1} />
          </li>
        ))}
      </ul>
      {total > best.length && <p className={styles.said}>{words.more(total - best.length)}</p>}
    </section>
  );
}

function Runner({ head, line, several }: { head: Head; line: Line; several: boolean }) {
  const { row } = line;
  const eventType = eventTypeOf(head.event.type);
  const final = hasFinalPlace(eventType, line);
  const group = final
    ? placings(row, finishersOf(head, row.distance, head.eventYear.live))
        .slice(1)
        .map(({ within, place, of }) => `${within}: ${place} ${of}`.trim())
    : [];
  const facts = [
    isAnonymous(row) ? "" : text.bib(row.bib),
    several ? distanceName(row.distance) : "",
    standing(eventType, head.eventYear.rankingType, line),
    ...group,
  ];
  return (
    <>
      <span className={styles.place}>{final && placeText(row)}</span>
      <span className={styles.name}>{displayName(row)}</span>
      <Facts facts={facts} />
    </>
  );
}

/** Keeps the focus in the box, from the beginning and whenever nothing else on the page has it. */
function useFocusKept() {
  const input = useRef<HTMLInputElement>(null);
  // Before anybody can press a key, which would be lost.
  useLayoutEffect(() => {
    const box = input.current;
    const focus = () => box?.focus({ preventScroll: true });
    // In the next task: only then is it known where the focus went.
    const onBlur = () =>
      setTimeout(() => document.hasFocus() && document.activeElement === document.body && focus());
    focus();
    box?.addEventListener("blur", onBlur);
    window.addEventListener("focus", onBlur);
    return () => {
      box?.removeEventListener("blur", onBlur);
      window.removeEventListener("focus", onBlur);
    };
  }, []);
  return input;
}
