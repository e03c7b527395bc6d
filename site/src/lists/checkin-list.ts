/** The check-in list: order and search (pages.md C8). Staff see anonymous people's names. */
import { type BibKey, bibKey, compareBibKeys } from "../format/bib";
import { fullName } from "../format/name";
import { text } from "../text/text";
import { compareText, fold } from "../format/text";
import { keyTest, type SearchKey, searchKey } from "./search";

/** The fields of a participant that the list needs. */
interface Listed {
  bib: string;
  first: string;
  last: string;
  division: string;
}

/** The name on the participant's button; "Bib {bib}" only when there is no name at all. */
export function checkinName(participant: Listed): string {
  return fullName(participant.first, participant.last) || text.bib(participant.bib);
}

/** A new list by last name, first name (without case and accents) and bib. */
export function orderCheckin<T extends Listed>(participants: readonly T[]): T[] {
  return participants.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    return (
      compareText(a.last, b.last) || compareText(a.first, b.first) || compareBibKeys(a.bib, b.bib)
    );
  });
}

/** The participants who match (A14) by name, division or bib, in the given order. */
export function searchCheckin<T extends Listed>(participants: readonly T[], query: string): T[] {
  const wanted = fold(query);
  if (wanted === "") return [...participants];
  const test = keyTest(wanted);
  return participants.filter((participant) => test(keyOf(participant).search));
}

interface Key {
  last: string;
  first: string;
  bib: BibKey;
  search: SearchKey;
}

/** Keys of people seen before: folding 5,000 names for each typed letter is slow. */
const keys = new WeakMap<Listed, Key>();

function keyOf(participant: Listed): Key {
  const known = keys.get(participant);
  if (known !== undefined) return known;
  const { first, last, bib, division } = participant;
  const key = {
    last: fold(last),
    first: fold(first),
    bib: bibKey(bib.trim()),
    search: searchKey(`${first} ${last} ${division}`, bib, first, last),
  };
  keys.set(participant, key);
  return key;
}
