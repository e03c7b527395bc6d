/** Names and anonymous people (pages.md A5). */
import { text } from "../text/text";
import { tidy } from "./text";

/** The parts of a name. */
export interface Named {
  bib: string;
  first: string;
  last: string;
  anonymous?: boolean;
}

/** Characters that only set the direction of what follows: they would turn what is beside the name. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Accents beyond three on one letter: no language has them, and no line has room for them. */
const ACCENT = "[\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff]";
const PILED = new RegExp(`(${ACCENT}{3})${ACCENT}+`, "g");

/**
 * "first last", each trimmed, with single blanks inside and without marks of direction and more
 * than three accents on a letter; only the other when one is empty; "" when both are (A5.1).
 */
export function fullName(first: string, last: string): string {
  return tidy(`${first} ${last}`.replace(DIRECTION_MARKS, "").replace(PILED, "$1"));
}

/** True when the flag is set or both names are empty (A5.2). */
export function isAnonymous(person: Named): boolean {
  return person.anonymous === true || fullName(person.first, person.last) === "";
}

/** True when every name there is is an initial (api.md 6.13): others may have the same ones. */
export function isByInitials({ first, last }: Named): boolean {
  const names = [first.trim(), last.trim()].filter((name) => name !== "");
  return names.length > 0 && names.every((name) => /^[\p{L}\p{N}]{1,3}\p{M}{0,3}\.$/u.test(name));
}

/** "bib 12" beside the name; "" for anonymous people, whose name already is the bib. */
export function bibBeside(person: Named): string {
  return isAnonymous(person) ? "" : text.folded.bib(person.bib);
}

/** The name as shown: "Bib {bib}" for anonymous people, whose names are never shown (A5.2). */
export function displayName(person: Named): string {
  return isAnonymous(person) ? text.bib(person.bib) : fullName(person.first, person.last);
}
