import { type RefObject, useCallback, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { nextFree, readCode } from "../../checkin/bibs";
import type { Checkin } from "../../checkin/checkin";
import type { Edit } from "../../checkin/queue";
import { EVERYBODY, type Filter, listed, type View } from "../../checkin/view";
import { checkinName } from "../../lists/checkin-list";
import type { Participant } from "../../session/checkin";
import { checkin as words } from "../../text/checkin";
import { UNTOUCHED } from "./drafts";
import type { Actions } from "./use-actions";
import { type Adding, prefilled, useAdding } from "./use-adding";
import type { ChosenRange } from "./use-bib-range";
import { type OpenRows, useOpenRows } from "./use-open-rows";

/** The filter of the list, what is open in it, and the functions to navigate it. */
export interface DeskState {
  filter: Filter;
  setFilter: (filter: Filter) => void;
  /** The people who are listed. */
  shown: readonly Participant[];
  rows: OpenRows;
  adding: Adding;
  /** The next free bib; null without a range, or when none is free. */
  nextBib: string | null;
  /** The element of the whole desk, and the button that adds somebody. */
  element: RefObject<HTMLDivElement | null>;
  addButton: RefObject<HTMLButtonElement | null>;
  /** Filters the list, and goes to the match if there is only one. */
  search: (filter: Filter) => void;
  /** Finds the person whose code was read. */
  findCode: (code: string) => void;
  openAdd: (name?: string) => void;
  /** Lists those without a birth date. */
  showUndated: () => void;
  /** Opens the form of a refused edit, with what was typed. */
  mend: (edit: Edit) => void;
}

export function useDesk(
  checkin: Checkin,
  view: View,
  actions: Actions,
  { range }: ChosenRange,
): DeskState {
  const [filter, keepFilter] = useState<Filter>(EVERYBODY);
  const [used, setUsed] = useState<ReadonlySet<string>>(new Set());
  const element = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const setFilter = (next: Filter) => {
    keepFilter(next);
    setUsed(new Set());
  };
  const use = useCallback(
    (...ids: string[]) => setUsed((before) => new Set([...before, ...ids])),
    [],
  );
  const rows = useOpenRows(checkin, actions, use, (id) =>
    element.current
      ?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"] [aria-expanded]`)
      ?.focus(),
  );
  const adding = useAdding(checkin, actions, use, () => addButton.current?.focus());
  const held = useMemo(() => new Set([...used, ...rows.dirty]), [used, rows.dirty]);
  const shown = useMemo(() => listed(view, filter, held), [view, filter, held]);
  const nextBib = useMemo(() => (range === null ? null : nextFree(range, view)), [range, view]);

  const search = (wanted: Filter) => {
    flushSync(() => setFilter(wanted));
    const found = element.current?.querySelectorAll<HTMLElement>("[data-key]") ?? [];
    if (found.length === 1) found[0]?.querySelector<HTMLElement>("[data-checkin]")?.focus();
    else if (found.length === 0)
      element.current?.querySelector<HTMLElement>("[data-add-named]")?.focus();
  };
  const findCode = (code: string) => {
    const wanted = readCode(code);
    const person = view.wearers.get(wanted)?.[0] ?? view.byId.get(wanted);
    if (person === undefined) actions.say(words.scan.unknown(wanted));
    search({
      ...EVERYBODY,
      search: person === undefined || person.bib.trim() === wanted ? wanted : checkinName(person),
    });
  };
  const openAdd = (name = "") => {
    const [first = "", ...rest] = name.trim().split(/\s+/);
    const only = view.distances.length === 1 ? view.distances[0] : undefined;
    adding.open(
      prefilled({
        ...(name !== "" && { first, last: rest.join(" ") }),
        ...(nextBib !== null && { bib: nextBib }),
        ...(only !== undefined && { distance: only }),
      }),
    );
  };
  const mend = ({ key, changes: [change], standing }: Edit) => {
    if (change === undefined || standing.kind !== "refused") return;
    const refused = { key, message: standing.message };
    if (change.before === null) return adding.open({ ...UNTOUCHED, typed: change.after, refused });
    rows.open(change.id, { ...UNTOUCHED, typed: change.after, seen: change.before, refused });
    const person = view.byId.get(change.id);
    if (person !== undefined) keepFilter({ ...EVERYBODY, search: checkinName(person) });
  };
  return {
    filter,
    setFilter,
    shown,
    rows,
    adding,
    nextBib,
    element,
    addButton,
    search,
    findCode,
    openAdd,
    showUndated: () => setFilter({ ...EVERYBODY, show: "noBirthdate" }),
    mend,
  };
}
