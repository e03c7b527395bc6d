/**
 * The list as it is shown: what the server has, with the waiting edits applied in order, and what
 * can be counted in it (pages.md C8).
 */
import { orderCheckin, searchCheckin } from "../lists/checkin-list";
import type { Participant } from "../session/checkin";
import type { CheckinState } from "./checkin";
import { touched, withEdits } from "./queue";

/** The list as it is shown. */
export interface View {
  /** By last name, first name, bib. */
  all: readonly Participant[];
  byId: ReadonlyMap<string, Participant>;
  /** Ids of people whom the list shows with a waiting edit. */
  waiting: ReadonlySet<string>;
  /** Ids of people with an edit that is in conflict or was refused. */
  troubled: ReadonlySet<string>;
  /** Who wears a bib, by bib; nobody under "". */
  wearers: ReadonlyMap<string, readonly Participant[]>;
  /** Distances in use, in order of first appearance. */
  distances: readonly string[];
}

const NOTHING: View = {
  all: [],
  byId: new Map(),
  waiting: new Set(),
  troubled: new Set(),
  wearers: new Map(),
  distances: [],
};

/** The list of a state. `before`, the previous list, saves sorting again what is still in order. */
export function viewOf(
  { people, queue }: Pick<CheckinState, "people" | "queue">,
  before: View = NOTHING,
): View {
  const waiting = touched(queue);
  const byId = new Map(people);
  for (const id of waiting) {
    const person = withEdits(queue, id, people.get(id));
    if (person !== undefined) byId.set(id, sameAs(before.byId.get(id), person));
  }
  const all = inOrder(byId, before.all);
  return { all, byId, waiting, troubled: troubledIn(queue), ...indexed(all, before) };
}

function troubledIn({ edits }: CheckinState["queue"]): Set<string> {
  return new Set(
    edits
      .filter(({ standing }) => standing.kind !== "waiting")
      .flatMap(({ changes }) => changes.map(({ id }) => id)),
  );
}

/** The previous object for somebody who did not change: nothing is re-rendered for them. */
function sameAs(before: Participant | undefined, person: Participant): Participant {
  const same =
    before !== undefined &&
    (Object.keys(person) as (keyof Participant)[]).every((key) => before[key] === person[key]);
  return same ? before : person;
}

/**
 * Keeps the order of the previous list as far as it is still right; sorts again where it is not.
 */
function inOrder(
  byId: ReadonlyMap<string, Participant>,
  before: readonly Participant[],
): readonly Participant[] {
  const known = new Set(before.map(({ id }) => id));
  const kept = before.flatMap(({ id }) => byId.get(id) ?? []);
  const come = [...byId.values()].filter(({ id }) => !known.has(id));
  if (come.length === 0 && kept.length === before.length) {
    if (kept.every((person, at) => person === before[at])) return before;
    if (kept.every((person, at) => isPlacedAs(person, before[at]))) return kept;
  }
  return orderCheckin([...kept, ...come]);
}

function isPlacedAs(person: Participant, before: Participant | undefined): boolean {
  return (
    person === before ||
    (person.last === before?.last && person.first === before.first && person.bib === before.bib)
  );
}

function indexed(all: readonly Participant[], before: View): Pick<View, "wearers" | "distances"> {
  if (all === before.all) return { wearers: before.wearers, distances: before.distances };
  const wearers = new Map<string, Participant[]>();
  const distances = new Set<string>();
  for (const person of all) {
    distances.add(person.distance);
    const bib = person.bib.trim();
    if (bib === "") continue;
    const same = wearers.get(bib);
    if (same === undefined) wearers.set(bib, [person]);
    else same.push(person);
  }
  return { wearers, distances: [...distances].filter((name) => name !== "") };
}

/** Which participants to list. */
export type Show = "all" | "notCheckedIn" | "noBib" | "anonymous" | "sameBib";

/** What the list is narrowed to. */
export interface Filter {
  search: string;
  show: Show;
  /** "" for every distance. */
  distance: string;
}

/** The list without a filter. */
export const EVERYBODY: Filter = { search: "", show: "all", distance: "" };

/** The people to list, in order. Those in `held` stay, whatever the filter says. */
export function listed(
  view: View,
  { search, show, distance }: Filter,
  held: ReadonlySet<string>,
): readonly Participant[] {
  if (search.trim() === "" && show === "all" && distance === "") return view.all;
  const found = new Set(searchCheckin(view.all, search));
  return view.all.filter(
    (person) =>
      held.has(person.id) ||
      (found.has(person) &&
        (distance === "" || person.distance === distance) &&
        isShown(view, person, show)),
  );
}

function isShown(view: View, person: Participant, show: Show): boolean {
  if (show === "notCheckedIn") return !person.checkedIn;
  if (show === "noBib") return person.bib.trim() === "";
  if (show === "anonymous") return person.anonymous;
  return show === "all" || (view.wearers.get(person.bib.trim())?.length ?? 0) > 1;
}

/** Other people who wear a bib. */
export function othersWith(view: View, bib: string, id: string): readonly Participant[] {
  return (view.wearers.get(bib.trim()) ?? []).filter((person) => person.id !== id);
}

/** How many people there are, and how many of them are checked in. */
export interface Count {
  total: number;
  checkedIn: number;
}

/** Counts of all, and of each distance in the order of {@link View.distances}. */
export function countsOf({ all, distances }: View): {
  everybody: Count;
  byDistance: ReadonlyMap<string, Count>;
} {
  const everybody = { total: 0, checkedIn: 0 };
  const byDistance = new Map(distances.map((name) => [name, { total: 0, checkedIn: 0 }]));
  for (const { distance, checkedIn } of all) {
    for (const count of [everybody, byDistance.get(distance)]) {
      if (count === undefined) continue;
      count.total += 1;
      if (checkedIn) count.checkedIn += 1;
    }
  }
  return { everybody, byDistance };
}
