/** The participants of an event year: whom text alerts can be about (pages.md C3). */
import { Failure } from "../api/failure";
import { getJson } from "../api/http";
import { objects, text } from "../api/types";
import { fullName } from "../format/name";
import type { Head } from "./head";

/** A participant with a name. */
export interface Participant {
  bib: string;
  first: string;
  last: string;
  gender: string;
  ageGroup: string;
}

/** Reads the participants who have a first or last name, in the order published. */
export async function loadParticipants(head: Head): Promise<Participant[]> {
  if (head.people === null) return [];
  const json = await getJson(head.folder + head.people.file);
  if (!Array.isArray(json)) throw new Failure(200);
  return objects(json)
    .map((person) => ({
      bib: text(person.bib),
      first: text(person.first),
      last: text(person.last),
      gender: text(person.gender),
      ageGroup: text(person.age_group),
    }))
    .filter(({ first, last }) => fullName(first, last) !== "");
}
