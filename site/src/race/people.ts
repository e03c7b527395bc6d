/**
 * The participants of an event year, without anonymous ones: the people text alerts can be about
 * (pages.md C3), who may still start (C4), and who has a page without rows (C6).
 */
import { Failure } from "../api/failure";
import { getJson } from "../api/http";
import { type JsonObject, objects, text } from "../api/types";
import { fullName } from "../format/name";
import { compareText } from "../format/text";
import type { Entrant } from "../scoring/final-awards";
import { type Head, readNewest } from "./head";
import type { Runner } from "./shard";

/** A participant with a name. */
export interface Participant {
  bib: string;
  first: string;
  last: string;
  gender: string;
  ageGroup: string;
}

/** Number of files that are read at the same time. */
const AT_ONCE = 6;

/** The participants with a name, by last name, first name, bib and distance. */
export async function loadParticipants(head: Head): Promise<Participant[]> {
  const people = await loadPeople(head);
  return people
    .toSorted(compareParticipants)
    .map(readParticipant)
    .filter(({ first, last }) => fullName(first, last) !== "");
}

/** Reads everybody who is entered, in no particular order. */
export async function loadEntrants(head: Head): Promise<Entrant[]> {
  const people = await loadPeople(head);
  return people.map((person) =>
    Object.assign(readParticipant(person), { distance: text(person.distance) }),
  );
}

/** Who is entered with this bib and a name, as runners without rows or ages. */
export async function loadEntered(head: Head, bib: string): Promise<Runner[]> {
  const people = await loadPeople(head);
  return people
    .map((person) =>
      Object.assign(readParticipant(person), {
        bib: text(person.bib).trim(),
        distance: text(person.distance),
        anonymous: false,
        age: 0,
        division: "",
        rows: [],
      }),
    )
    .filter((person) => person.bib === bib.trim() && fullName(person.first, person.last) !== "");
}

function loadPeople(head: Head): Promise<JsonObject[]> {
  return readNewest(head, async ({ folder, people }) => {
    const lists = await readAll((people?.files ?? []).map((file) => folder + file));
    return lists.flat();
  });
}

/** Reads the lists of these files, a few at a time. */
async function readAll(files: readonly string[]): Promise<JsonObject[][]> {
  const lists: JsonObject[][] = [];
  const waiting = files.entries();
  const next = async (): Promise<void> => {
    const { value, done } = waiting.next();
    if (done === true) return;
    const json = await getJson(value[1]);
    if (!Array.isArray(json)) throw new Failure(200);
    lists[value[0]] = objects(json);
    return next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return lists;
}

const ORDER = ["last", "first", "bib", "distance"] as const;

function compareParticipants(a: JsonObject, b: JsonObject): number {
  for (const key of ORDER) {
    const order = compareText(text(a[key]), text(b[key]));
    if (order !== 0) return order;
  }
  return 0;
}

function readParticipant(person: JsonObject): Participant {
  return {
    bib: text(person.bib),
    first: text(person.first),
    last: text(person.last),
    gender: text(person.gender),
    ageGroup: text(person.age_group),
  };
}
