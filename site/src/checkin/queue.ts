/**
 * Edits on their way to the server, of one event year on one device. Pure: every function returns
 * the new queue.
 *
 * Two rules make sure that no edit is lost, and that each is applied once:
 * - An edit has the name by which the server knows it from the moment it is made, and keeps it until
 *   somebody decides it anew: whichever tab sends it, however often, it is applied once.
 * - An edit that was made on top of another waits for it: it is not sent while the other is refused
 *   or in conflict.
 */
import type { Clash, EditRequest, DeskEntry, Field, Participant } from "../session/checkin";
import type { RaceKey } from "./race-key";

/** The change of one participant by an edit. */
export interface Change {
  id: string;
  /** The values its author saw; null for somebody new. */
  before: Partial<DeskEntry> | null;
  /** The new values, in the same fields. */
  after: Partial<DeskEntry>;
  /** When somebody was checked in, in unix seconds. */
  checkedInAt?: number;
  /** The participant as its author saw them, with this change: to name them when they are gone. */
  person: DeskEntry;
}

/** An edit waits for its answer, conflicts with somebody else's, or was refused. */
export type Standing =
  | { kind: "waiting" }
  | { kind: "conflict"; clashes: readonly Clash[] }
  | { kind: "refused"; message: string };

/** One edit: either all of it is applied or nothing. */
export interface Edit {
  /** Its place in the queue. */
  key: number;
  /** The queue in which it was made, by device. */
  madeIn: string;
  /** When it was made, in milliseconds since 1970. */
  made: number;
  changes: readonly Change[];
  /** Keys of the edits that it was made on top of. */
  onto: readonly number[];
  /** With `number`, the name by which the server knows it; no other edit has it. */
  device: string;
  /** 0 until it first goes out. */
  number: number;
  /** How often somebody decided it anew. */
  decided: number;
  standing: Standing;
}

/** The edits that are not applied yet, in the order in which they were made. */
export interface Queue {
  /** A name of its own. */
  device: string;
  /** Grows with every change. */
  generation: number;
  lastKey: number;
  /** The queues that this one goes on from: by device, the last key that it has seen of each. */
  seen: Readonly<Record<string, number>>;
  edits: readonly Edit[];
}

/** A queue without edits. Its keys begin after `lastKey`, random where queues may be joined. */
export function emptyQueue(device: string, lastKey = 0): Queue {
  return { device, generation: 0, lastKey, seen: {}, edits: [] };
}

/**
 * The queue that goes on from one that is kept no longer, or not in this state. Another tab may go
 * on from it as well; so keys from here on are those of a queue of its own. `gap` is random.
 */
export function continued(queue: Queue, device: string, gap: number): Queue {
  return { ...queue, device, lastKey: queue.lastKey + gap, seen: seenBy(queue) };
}

/**
 * One queue with the edits of two that went on from the same one: `kept`, as it is on the device,
 * and `mine`, as this tab has it. What only one of them knew is in it; what one of them has seen
 * the end of is not.
 */
export function joined(kept: Queue, mine: Queue): Queue {
  const [keptSaw, iSaw] = [seenBy(kept), seenBy(mine)];
  const edits = new Map(kept.edits.filter(isOpenFor(mine, iSaw)).map((edit) => [edit.key, edit]));
  for (const edit of mine.edits.filter(isOpenFor(kept, keptSaw)))
    edits.set(edit.key, further(edit, edits.get(edit.key)));
  const seen: Record<string, number> = { ...keptSaw };
  for (const [device, key] of Object.entries(iSaw)) seen[device] = Math.max(seen[device] ?? 0, key);
  return {
    ...kept,
    generation: Math.max(kept.generation, mine.generation),
    lastKey: Math.max(kept.lastKey, mine.lastKey),
    seen,
    edits: [...edits.values()].toSorted((one, other) => one.key - other.key),
  };
}

/** Of two states of an edit, the one that knows more of it. */
function further(edit: Edit, other: Edit | undefined): Edit {
  if (other === undefined) return edit;
  const more =
    edit.decided - other.decided ||
    edit.number - other.number ||
    Number(isSettled(edit)) - Number(isSettled(other));
  return more > 0 ? edit : other;
}

function isSettled({ standing }: Edit): boolean {
  return standing.kind !== "waiting";
}

/** Of each queue, the last edit that is, or was, in this one. */
function seenBy({ seen, device, lastKey }: Queue): Queue["seen"] {
  return { ...seen, [device]: lastKey };
}

/** Whether an edit is in a queue, or was made where the queue has not seen it. */
function isOpenFor({ edits }: Queue, saw: Queue["seen"]): (edit: Edit) => boolean {
  const there = new Set(edits.map(({ key }) => key));
  return ({ key, madeIn }) => there.has(key) || key > (saw[madeIn] ?? 0);
}

export function enqueue(queue: Queue, changes: readonly Change[], made: number): Queue {
  const key = queue.lastKey + 1;
  const onto = queue.edits
    .filter((edit) => isApplied(queue, edit) && touchesSame(edit, changes))
    .map((edit) => edit.key);
  const edit: Edit = {
    key,
    madeIn: queue.device,
    made,
    changes,
    onto,
    device: editName(queue.device, key),
    number: 0,
    decided: 0,
    standing: { kind: "waiting" },
  };
  return { ...queue, lastKey: key, edits: [...queue.edits, edit] };
}

/** The name of an edit with this key, made or decided anew in the queue with this name. */
export function editName(queue: string, key: number): string {
  return `${queue.slice(0, 16)}-${key.toString(36)}`;
}

/**
 * The next edit that may go out, with its number, and the new queue; null when there is none. Edits
 * with a key in `resting` are left for later.
 */
export function claim(
  queue: Queue,
  resting: ReadonlySet<number>,
): { queue: Queue; edit: Edit } | null {
  const found = queue.edits.find((edit) => !resting.has(edit.key) && maySend(queue, edit));
  if (found === undefined) return null;
  if (found.number > 0) return { queue, edit: found };
  const edit = { ...found, number: found.decided + 1 };
  return { queue: withEdit(queue, edit), edit };
}

function maySend(queue: Queue, edit: Edit): boolean {
  if (isUnderWay(edit)) return true;
  return (
    isApplied(queue, edit) &&
    !queue.edits.some(
      (other) => other.key < edit.key && sharesPerson(other, edit) && isApplied(queue, other),
    )
  );
}

export function requestOf(race: RaceKey, { device, number, changes }: Edit): EditRequest {
  return {
    ...race,
    device,
    number,
    changes: changes.map(({ id, before, after, checkedInAt }) => ({
      id,
      before,
      after,
      ...(checkedInAt !== undefined && { checkedInAt }),
    })),
  };
}

/** The queue after an answer. A late one, to an edit that is settled, changes nothing. */
export function settle(
  queue: Queue,
  { key, number, device }: Edit,
  becomes: "done" | Standing,
): Queue {
  const edit = queue.edits.find(
    (known) => known.key === key && known.number === number && known.device === device,
  );
  if (edit === undefined) return queue;
  if (becomes === "done") return without(queue, [key]);
  return edit.standing.kind === "waiting" ? withEdit(queue, { ...edit, standing: becomes }) : queue;
}

/** Removes an edit that is not applied, with those made on top of a new participant. */
export function discard(queue: Queue, key: number): Queue {
  const edit = queue.edits.find((known) => known.key === key);
  if (edit === undefined || isUnderWay(edit)) return queue;
  const never = new Set(edit.changes.filter(({ before }) => before === null).map(({ id }) => id));
  const pointless = queue.edits.filter(
    (other) => other.number === 0 && other.changes.every(({ id }) => never.has(id)),
  );
  return without(queue, [key, ...pointless.map((other) => other.key)]);
}

/** Whether it went out and its answer is unknown: it may have been applied already. */
export function isUnderWay({ number, standing }: Edit): boolean {
  return number > 0 && standing.kind === "waiting";
}

/** Replaces the changes of a refused or conflicting edit: to the server it is a new one. */
export function replace(queue: Queue, key: number, changes: readonly Change[]): Queue {
  const edit = queue.edits.find((known) => known.key === key);
  if (edit === undefined || isUnderWay(edit)) return queue;
  return withEdit(queue, {
    ...edit,
    changes,
    device: editName(queue.device, key),
    number: 0,
    decided: edit.decided + 1,
    standing: { kind: "waiting" },
  });
}

/** Whether the list shows an edit: it waits, and depends on none refused or in conflict. */
export function isApplied({ edits }: Queue, { key }: Edit): boolean {
  let applied = appliedKeys.get(edits);
  if (applied === undefined) appliedKeys.set(edits, (applied = findApplied(edits)));
  return applied.has(key);
}

const appliedKeys = new WeakMap<readonly Edit[], ReadonlySet<number>>();

/** One pass is enough: edits that others were made on top of come before them. */
function findApplied(edits: readonly Edit[]): Set<number> {
  const here = new Set(edits.map(({ key }) => key));
  const applied = new Set<number>();
  for (const { key, standing, onto } of edits) {
    if (
      standing.kind === "waiting" &&
      onto.every((below) => applied.has(below) || !here.has(below))
    )
      applied.add(key);
  }
  return applied;
}

/** A participant after the edits that the list shows; undefined if nobody knows them. */
export function withEdits(
  queue: Queue,
  id: string,
  known: Participant | undefined,
): Participant | undefined {
  let person = known;
  for (const edit of queue.edits) {
    const change = edit.changes.find((one) => one.id === id);
    if (change === undefined || !isApplied(queue, edit)) continue;
    if (change.before === null) person ??= nobody(id);
    person = person && changed(person, change, edit.made);
  }
  return person;
}

/** Ids of the participants who differ in the list from what the server has. */
export function touched(queue: Queue): Set<string> {
  return new Set(
    queue.edits
      .filter((edit) => isApplied(queue, edit))
      .flatMap(({ changes }) => changes.map(({ id }) => id)),
  );
}

function changed(person: Participant, { after, checkedInAt }: Change, made: number): Participant {
  const next = { ...person, ...after };
  if (next.anonymous !== person.anonymous) next.anonymousBy = next.anonymous ? "desk" : "";
  if (after.checkedIn === undefined || after.checkedIn === person.checkedIn) return next;
  return {
    ...next,
    checkedInAt: after.checkedIn ? (checkedInAt ?? Math.floor(made / 1000)) : 0,
    checkedInBy: "",
  };
}

/** The empty entry for somebody new. */
export const NO_ENTRY: DeskEntry = {
  bib: "",
  first: "",
  last: "",
  birthdate: "",
  gender: "",
  ageGroup: "",
  distance: "",
  anonymous: false,
  smsEnabled: false,
  mobile: "",
  apparel: "",
  division: "",
  checkedIn: false,
};

function nobody(id: string): Participant {
  return { ...NO_ENTRY, id, anonymousBy: "", updatedAt: 0, checkedInAt: 0, checkedInBy: "" };
}

/** The change that undoes another; null for somebody new, whose addition cannot be undone. */
export function inverse({ id, before, after, person }: Change): Change | null {
  if (before === null) return null;
  const back = { ...person, ...before };
  return { id, before: after, after: before, person: back };
}

/** A change of a participant to new values: only the fields that differ; null when none does. */
export function changeTo(
  person: Participant,
  wanted: Partial<DeskEntry>,
  now: number,
): Change | null {
  const fields = (Object.keys(wanted) as Field[]).filter(
    (field) => wanted[field] !== person[field],
  );
  if (fields.length === 0) return null;
  const after = pick(wanted, fields);
  return {
    id: person.id,
    before: pick(person, fields),
    after,
    ...whenCheckedIn(after, now),
    person: entryOf({ ...person, ...after }),
  };
}

/** The change that adds somebody new. */
export function newcomer(id: string, somebody: DeskEntry, now: number): Change {
  const entry = entryOf(somebody);
  return { id, before: null, after: entry, ...whenCheckedIn(entry, now), person: entry };
}

function whenCheckedIn({ checkedIn }: Partial<DeskEntry>, now: number): { checkedInAt?: number } {
  return checkedIn === true ? { checkedInAt: Math.floor(now / 1000) } : {};
}

/** Some of the values, by name. */
export function pick(values: Partial<DeskEntry>, fields: readonly Field[]): Partial<DeskEntry> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

/** The fields that check-in can change. Edits kept by earlier versions lack the new ones. */
function entryOf(person: DeskEntry): DeskEntry {
  return pick({ ...NO_ENTRY, ...person }, Object.keys(NO_ENTRY) as Field[]) as DeskEntry;
}

function touchesSame(edit: Edit, changes: readonly Change[]): boolean {
  return edit.changes.some((one) =>
    changes.some(
      (other) =>
        one.id === other.id &&
        (one.before === null || Object.keys(one.after).some((field) => field in other.after)),
    ),
  );
}

function sharesPerson(one: Edit, other: Edit): boolean {
  return one.changes.some(({ id }) => other.changes.some((change) => change.id === id));
}

function withEdit(queue: Queue, edit: Edit): Queue {
  return { ...queue, edits: queue.edits.map((known) => (known.key === edit.key ? edit : known)) };
}

function without(queue: Queue, keys: readonly number[]): Queue {
  return { ...queue, edits: queue.edits.filter(({ key }) => !keys.includes(key)) };
}
