import { useMemo, useRef } from "react";
import { hiddenOf, othersWith, type View, type Why, whyAnonymous } from "../../checkin/view";
import type { Participant } from "../../session/checkin";
import { checkin as words } from "../../text/checkin";
import { useRows } from "../../ui/use-rows";
import styles from "./Checkin.module.css";
import type { Draft } from "./drafts";
import { type ListOfRows, PersonRow, type RowActions } from "./PersonRow";

/** The estimated height of a row until it is measured. */
function estimate(): number {
  return window.matchMedia("(max-width: 575.98px)").matches ? 82 : 65;
}

function idOf({ id }: Participant): string {
  return id;
}

/** Everybody in the filtered list; of a long one only the visible part (pages.md D3). */
export function PersonList({
  view,
  rows,
  drafts,
  nextBib,
  actions,
}: {
  view: View;
  rows: readonly Participant[];
  drafts: ReadonlyMap<string, Draft>;
  nextBib: string | null;
  actions: RowActions;
}) {
  const list = useRef<HTMLUListElement>(null);
  const { drawn, measure, whole } = useRows(list, rows, idOf, false, estimate);
  const of = whole ? 0 : rows.length;
  const { distances, raceDay } = view;
  const alike = useMemo(
    (): ListOfRows => ({ of, distances, raceDay, actions, measure }),
    [of, distances, raceDay, actions, measure],
  );
  return (
    <ul ref={list} aria-label={words.list} className={styles.list}>
      {drawn.map((item) => {
        if ("gap" in item)
          return (
            <li
              key={item.key}
              aria-hidden="true"
              className={styles.gap}
              style={{ height: item.gap }}
            />
          );
        const { row: person, index } = item;
        const draft = drafts.get(person.id);
        const typedBib = draft?.typed.bib;
        return (
          <PersonRow
            key={item.key}
            person={person}
            index={index}
            open={
              draft === undefined
                ? null
                : {
                    draft,
                    wearers: typedBib === undefined ? [] : othersWith(view, typedBib, person.id),
                    hidden: hiddenOf(view, [person.bib, typedBib ?? ""]),
                  }
            }
            marks={marksOf(view, person)}
            nextBib={draft !== undefined || person.bib === "" ? nextBib : null}
            list={alike}
          />
        );
      })}
    </ul>
  );
}

/** Notes about a person; "" for none. */
function marksOf(view: View, person: Participant): string {
  const marks = [
    anonymousInWords(whyAnonymous(view, person)),
    (view.wearers.get(person.bib.trim())?.length ?? 0) > 1 && words.row.sameBib,
    view.waiting.has(person.id) && words.row.waiting,
    view.troubled.has(person.id) && words.row.troubled,
  ];
  return marks.filter((mark) => mark !== false && mark !== "").join(" · ");
}

function anonymousInWords(why: readonly Why[]): string {
  if (why.length === 0) return "";
  const by = why.filter((one) => one !== "unknown").map((one) => words.row.by[one]);
  return by.length === 0 ? words.row.anonymous : words.row.anonymousBy(by.join(", "));
}
