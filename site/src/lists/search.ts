/** Search by name or bib, the same in every search box (pages.md A14). */
import type { Named } from "../format/name";
import { fold } from "../format/text";

/** The names and bib of a person as they are searched; made once by {@link searchKey}. */
export interface SearchKey {
  /** The folded name; "" for people who are not found by it. */
  name: string;
  /** The same without blanks; behind it, if it is written so, with the last name first. */
  joined: string;
  bib: string;
}

/** `first` and `last` only for scripts without capitals: some write 王小明, the last name first. */
export function searchKey(name: string, bib: string, first = "", last = ""): SearchKey {
  const folded = fold(name);
  const joined = folded.replaceAll(" ", "");
  return {
    name: folded,
    joined: /\p{Lo}/u.test(last) ? `${joined} ${fold(last + first).replaceAll(" ", "")}` : joined,
    bib: fold(bib),
  };
}

/** A test for one search text; call it for every row. Without letters and digits it keeps all. */
export function searchTest(query: string): (person: Named) => boolean {
  const text = fold(query);
  if (text === "") return () => true;
  const test = keyTest(text);
  return (person) => test(keyOf(person));
}

/** The items whose person matches, in the given order. */
export function search<T>(items: readonly T[], query: string, personOf: (item: T) => Named): T[] {
  const test = searchTest(query);
  return items.filter((item) => test(personOf(item)));
}

/** Whether a name matches, such as an event's (C1). For items with a name only. */
export function nameMatches(name: string, query: string): boolean {
  const text = fold(query);
  return text === "" || nameTest(text)(searchKey(name, ""));
}

/** {@link searchTest} for keys and a folded text that is not "". */
export function keyTest(text: string): (key: SearchKey) => boolean {
  const [isInName, isBib] = [nameTest(text), bibTest(text)];
  return (key) => isInName(key) || isBib(key.bib);
}

/** Whether the text is the bib, exactly or by value: 12 finds 0012. Both are folded. */
export function bibTest(text: string): (bib: string) => boolean {
  const value = valueOf(text);
  return (bib) => bib === text || (value !== "" && bib.endsWith(value) && valueOf(bib) === value);
}

/** Digits without leading zeros; "" for every other text. */
function valueOf(text: string): string {
  return /^[0-9]+$/.test(text) ? text.replace(/^0+(?=.)/, "") : "";
}

/** Whether each word of the text begins a word of the name; or the text is part of it, joined. */
function nameTest(text: string): (key: SearchKey) => boolean {
  const words = text.split(" ");
  const joined = words.join("");
  return (key) =>
    key.joined.includes(joined) || words.every((word) => hasBeginning(key.name, word));
}

/** Whether a word of the name begins with these letters. Both are folded. */
export function hasBeginning(name: string, letters: string): boolean {
  let at = name.indexOf(letters);
  while (at > 0 && name.charCodeAt(at - 1) !== BLANK) at = name.indexOf(letters, at + 1);
  return at !== -1;
}

const BLANK = 0x20;

/** Keys of people seen before: folding 20,000 names for each typed letter is slow. */
const keys = new WeakMap<Named, SearchKey>();

/** The key of somebody as readers see them: only the bib of anonymous people counts. */
export function keyOf(person: Named): SearchKey {
  const known = keys.get(person);
  if (known !== undefined) return known;
  const { first, last, bib } = person;
  const key =
    person.anonymous === true
      ? searchKey("", bib)
      : searchKey(`${first} ${last}`, bib, first, last);
  keys.set(person, key);
  return key;
}
