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

/** Where the participants are, relative to the downloads host; null when there are none. Another version of them has another name. */
export function participantsFile({ folder, people }: Head): string | null {
  return people === null ? null : folder + people.file;
}

/** Reads the participants who have a first or last name, in the order published. */
export async function loadParticipants(file: string | null): Promise<Participant[]> {
  if (file === null) return [];
  const json = await getJson(file);
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
