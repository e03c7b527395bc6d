/** The list of participants as the server has it, page by page (api.md 4.13). */
import type { CheckinPage, Participant } from "../session/checkin";

/** How many seconds writes by others may take to show up in an answer (api.md 4.13). */
const STILL_WRITING_SECONDS = 10;

/** The `since` of the next request; the argument is the first page of the answer. */
export function nextSince({ now }: CheckinPage): number {
  return now - STILL_WRITING_SECONDS;
}

/** People after an answer, and the ids of those added, removed or changed; null for all of them. */
interface Merged {
  people: ReadonlyMap<string, Participant>;
  changed: ReadonlySet<string> | null;
}

/** Merges an answer into what is known; of the ids in `newer` something newer is known. */
export function merge(
  known: ReadonlyMap<string, Participant>,
  pages: readonly CheckinPage[],
  newer: ReadonlySet<string>,
): Merged {
  const whole = pages[0]?.whole === true;
  const answered = pages
    .flatMap(({ participants }) => participants)
    .filter(({ id }) => !newer.has(id));
  if (whole) return replaced(known, answered, newer);
  const there = new Set([...newer, ...answered.map(({ id }) => id)]);
  const gone = pages.flatMap((page) => page.gone).filter((id) => !there.has(id) && known.has(id));
  const come = answered.filter((person) => !isSame(known.get(person.id), person));
  if (gone.length === 0 && come.length === 0) return { people: known, changed: new Set() };
  const people = new Map(known);
  for (const id of gone) people.delete(id);
  for (const person of come) people.set(person.id, person);
  return { people, changed: new Set([...gone, ...come.map(({ id }) => id)]) };
}

/** The whole list anew; unchanged people stay the same objects, so are not rendered again. */
function replaced(
  known: ReadonlyMap<string, Participant>,
  answered: readonly Participant[],
  newer: ReadonlySet<string>,
): Merged {
  const people = new Map<string, Participant>();
  for (const person of answered) {
    const before = known.get(person.id);
    people.set(person.id, before !== undefined && isSame(before, person) ? before : person);
  }
  for (const id of newer) {
    const person = known.get(id);
    if (person !== undefined) people.set(id, person);
  }
  return { people, changed: null };
}

function isSame(one: Participant | undefined, other: Participant): boolean {
  return (
    one !== undefined &&
    (Object.keys(other) as (keyof Participant)[]).every((key) => one[key] === other[key])
  );
}
