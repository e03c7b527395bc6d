/** Names and anonymous people (pages.md A5). */
import { text } from "../text/text";
import { tidy } from "./text";

/** What a name is made of. */
export interface Named {
  bib: string;
  first: string;
  last: string;
  anonymous?: boolean;
}

/** "first last", each trimmed, inner blanks as one; only the other when one is empty; "" when both are (A5.1). */
export function fullName(first: string, last: string): string {
  return tidy(`${first} ${last}`);
}

/** True when the flag is set or both names are empty (A5.2). */
export function isAnonymous(person: Named): boolean {
  return person.anonymous === true || fullName(person.first, person.last) === "";
}

/** "bib 12" beside the name; "" for anonymous people, who are called by it already. */
export function bibBeside(person: Named): string {
  return isAnonymous(person) ? "" : text.folded.bib(person.bib);
}

/** The name as drawn: "Bib {bib}" for anonymous people, whose names are never shown (A5.2). */
export function displayName(person: Named): string {
  return isAnonymous(person) ? text.bib(person.bib) : fullName(person.first, person.last);
}
