/** The list as shown: the server's with the waiting edits, and its counts (pages.md C8). */
import { type Day, dayOfStart, isBirthdate, lastBirthday } from "../format/birthdate";
import { orderCheckin, searchCheckin } from "../lists/checkin-list";
import type { AnonymousBy, Participant } from "../session/checkin";
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
  /** Ids of people without a birth date that can be read. */
  undated: ReadonlySet<string>;
  /** Bibs whose runners were granted not to be named. */
  hidden: ReadonlySet<string>;
  /** Distances in use, in order of first appearance. */
  distances: readonly string[];
  /** The day of the race, for ages; null where it is not known. */
  raceDay: Day | null;
}

const NOTHING: View = {
  all: [],
  byId: new Map(),
  waiting: new Set(),
  troubled: new Set(),
  wearers: new Map(),
  undated: new Set(),
  hidden: new Set(),
  distances: [],
  raceDay: null,
};

type ViewOf = Pick<CheckinState, "people" | "queue"> & {
  /** Bibs whose runners were granted not to be named. */
  hidden?: readonly string[];
  /** When the race starts (ISO). */
  start?: string;
};

/** The list of a state. `before`, the previous list, saves sorting again what is still in order. */
export function viewOf(
  { people, queue, hidden, start = "" }: ViewOf,
  before: View = NOTHING,
): View {
  const waiting = touched(queue);
  const byId = new Map(people);
  for (const id of waiting) {
    const person = withEdits(queue, id, people.get(id));
    if (person !== undefined) byId.set(id, sameAs(before.byId.get(id), person));
  }
  const all = inOrder(byId, before.all);
  return {
    all,
    byId,
    waiting,
    troubled: troubledIn(queue),
    hidden: new Set(hidden),
    raceDay: dayOfStart(start),
    ...indexed(all, before),
  };
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

/** Keeps the previous list's order as far as it is right; sorts again where it is not. */
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

function indexed(
  all: readonly Participant[],
  before: View,
): Pick<View, "wearers" | "undated" | "distances"> {
  if (all === before.all) {
    const { wearers, undated, distances } = before;
    return { wearers, undated, distances };
  }
  const last = lastBirthday(Date.now());
  const undated = new Set<string>();
  const wearers = new Map<string, Participant[]>();
  const distances = new Set<string>();
  for (const person of all) {
    distances.add(person.distance);
    const isDated =
      before.byId.get(person.id) === person
        ? !before.undated.has(person.id)
        : isBirthdate(person.birthdate, last);
    if (!isDated) undated.add(person.id);
    const bib = person.bib.trim();
    if (bib === "") continue;
    const same = wearers.get(bib);
    if (same === undefined) wearers.set(bib, [person]);
    else same.push(person);
  }
  return { wearers, undated, distances: [...distances].filter((name) => name !== "") };
}

/** Which participants to list. */
export type Show = "all" | "notCheckedIn" | "noBib" | "noBirthdate" | "anonymous" | "sameBib";

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
  if (show === "noBirthdate") return view.undated.has(person.id);
  if (show === "anonymous") return whyAnonymous(view, person).length > 0;
  return show === "all" || (view.wearers.get(person.bib.trim())?.length ?? 0) > 1;
}

/** Why somebody is not named in public: wish, flag, or an anonymous bib (api.md 6.6, 6.13). */
export type Why = "wish" | Exclude<AnonymousBy, ""> | "unknown" | "sameBib";

/** All reasons why somebody is not named, as far as the desk knows them. */
export function whyAnonymous(view: View, person: Participant): Why[] {
  const bib = person.bib.trim();
  const why: Why[] = [];
  if (view.hidden.has(bib)) why.push("wish");
  // A list that an earlier version of the site has kept says nothing of it.
  if (person.anonymous) why.push(person.anonymousBy || "unknown");
  const isShared = (view.wearers.get(bib) ?? []).some(({ anonymous }) => anonymous);
  return why.length === 0 && isShared ? ["sameBib"] : why;
}

/** Of these bibs, one whose runner was granted not to be named; "" for none. */
export function hiddenOf(view: View, bibs: readonly string[]): string {
  return bibs.map((bib) => bib.trim()).find((bib) => view.hidden.has(bib)) ?? "";
}

/** Other people who wear a bib. */
export function othersWith(view: View, bib: string, id: string): readonly Participant[] {
  return (view.wearers.get(bib.trim()) ?? []).filter((person) => person.id !== id);
}

/** How many people there are, and how many of them are checked in. */
interface Count {
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
