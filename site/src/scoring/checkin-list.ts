/** The check-in list: order and search (pages.md C8). Staff see the names of anonymous participants. */
import { bibKey, compareBibKeys } from "../format/bib";
import { fullName } from "../format/name";
import { text } from "../text/text";
import { compareText, fold } from "../format/text";

/** What the list needs of a participant. */
export interface Listed {
  bib: string;
  first: string;
  last: string;
}

/** The name on the participant's button; "Bib {bib}" only when there is no name at all. */
export function checkinName(participant: Listed): string {
  return fullName(participant.first, participant.last) || text.bib(participant.bib);
}

/** By last, first (case and accents ignored), bib; a new list. */
export function orderCheckin<T extends Listed>(participants: readonly T[]): T[] {
  return participants
    .map((participant) => ({
      participant,
      last: fold(participant.last),
      first: fold(participant.first),
      bib: bibKey(participant.bib.trim()),
    }))
    .toSorted((a, b) => compareText(a.last, b.last) || compareText(a.first, b.first) || compareBibKeys(a.bib, b.bib))
    .map(({ participant }) => participant);
}

/** The participants whose "first last" contains the text or whose bib is the text (A14), in the given order. */
export function searchCheckin<T extends Listed>(participants: readonly T[], query: string): T[] {
  const wanted = fold(query);
  if (wanted === "") return [...participants];
  return participants.filter(
    ({ bib, first, last }) => fold(bib) === wanted || fold(fullName(first, last)).includes(wanted),
  );
}
