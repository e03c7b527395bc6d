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

/**
 * "first last", each trimmed, inner blanks as one; only the other when one is empty; "" when both
 * are (A5.1).
 */
export function fullName(first: string, last: string): string {
  return tidy(`${first} ${last}`);
}

/** True when the flag is set or both names are empty (A5.2). */
export function isAnonymous(person: Named): boolean {
  return person.anonymous === true || fullName(person.first, person.last) === "";
}

/**
 * True when of both names, as far as there are any, only initials are shown (api.md 6.13): others
 * may have the same ones.
 */
export function isByInitials({ first, last }: Named): boolean {
  const names = [first.trim(), last.trim()].filter((name) => name !== "");
  return names.length > 0 && names.every((name) => /^[\p{L}\p{N}]{1,3}\p{M}{0,3}\.$/u.test(name));
}

/** "bib 12" beside the name; "" for anonymous people, who are called by it already. */
export function bibBeside(person: Named): string {
  return isAnonymous(person) ? "" : text.folded.bib(person.bib);
}

/** The name as drawn: "Bib {bib}" for anonymous people, whose names are never shown (A5.2). */
export function displayName(person: Named): string {
  return isAnonymous(person) ? text.bib(person.bib) : fullName(person.first, person.last);
}
