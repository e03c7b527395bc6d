/** Search in tables by name or bib (pages.md A14). */
import { fullName, isAnonymous, type Named } from "../format/name";
import { fold } from "../format/text";

/** Folded name (null for anonymous people) and folded bib of one table row. */
interface SearchKey {
  name: string | null;
  bib: string;
}

/** A test for one search text; create it once and call it for every row. Empty text keeps all. */
export function searchTest(query: string): (person: Named) => boolean {
  const text = fold(query);
  return (person) => text === "" || matches(searchKey(person), text);
}

/** The items whose person matches, in the given order (A14). */
export function search<T>(items: readonly T[], query: string, personOf: (item: T) => Named): T[] {
  const test = searchTest(query);
  return items.filter((item) => test(personOf(item)));
}

/**
 * True when the folded text is empty or part of the folded name, such as an event's name (C1). For
 * items with a name only.
 */
export function nameMatches(name: string, query: string): boolean {
  return fold(name).includes(fold(query));
}

/**
 * Keys of people seen before: the rows never change, and folding 20,000 names for each typed letter
 * is slow.
 */
const keys = new WeakMap<Named, SearchKey>();

function searchKey(person: Named): SearchKey {
  const known = keys.get(person);
  if (known !== undefined) return known;
  const name = isAnonymous(person) ? null : fold(fullName(person.first, person.last));
  const key = { name, bib: fold(person.bib) };
  keys.set(person, key);
  return key;
}

function matches(key: SearchKey, text: string): boolean {
  return key.bib === text || (key.name !== null && key.name.includes(text));
}
