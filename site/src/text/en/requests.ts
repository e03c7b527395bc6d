/** Runners' requests about their own data, at the event desk. */
import { counted } from "../intl";

export const requests = {
  heading: "Requests of runners",
  open: (count: number) =>
    count === 0
      ? "No request waits."
      : `${counted(count, { one: "request waits", other: "requests wait" })} for your answer.`,
  about:
    "Runners ask on their own page. Nothing changes before you agree; what you agree to stands beside your uploads, so that no later upload undoes it.",
  unknown: "The requests cannot be looked up now.",
  year: "Year",
  waiting: "Waiting",
  decided: "Answered",
  granted: "What holds",
  bib: (bib: string) => `Bib ${bib}`,
  named: (name: string, bib: string) => `${name}, bib ${bib}`,
  wishes: {
    initials: "wants to be shown by initials",
    no_age: "wants to be shown without age",
    hidden: "does not want to be shown",
    correction: "says that something is wrong",
  },
  holds: {
    initials: "is shown by initials",
    no_age: "is shown without age",
    hidden: "is not shown by name",
  },
  effects: {
    initials:
      "First and last name become initials, as in “C. B.”: in results, lists, searches, alerts, certificates and pictures of links. Older files with the name are gone within a minute.",
    no_age:
      "Age, age group and the place in it are left out; the places of others stay. Older files are gone within a minute.",
    hidden:
      "Bib and times stay, the name is nowhere: not in results, lists, searches, alerts, certificates or pictures of links. Older files with the name are gone within a minute.",
    correction: "Nothing changes by itself: correct it in the timing program, then upload.",
  },
  files:
    "Names in files that you uploaded yourself, such as youth standings, stay until you upload them without.",
  proofs: {
    birthdate_and_mobile: "Proven by date of birth and phone.",
    birthdate: "Proven by date of birth.",
    none: "Not proven: your list has no date of birth of this bib, or many have tried to guess it. Find out who asks before you agree.",
  },
  contact: "Answer to",
  asked: (time: string) => `Asked ${time}`,
  states: {
    granted: (by: string, time: string) => `Agreed by ${by}, ${time}`,
    refused: (by: string, time: string) => `Refused by ${by}, ${time}`,
    withdrawn: (by: string, time: string) => `Taken back by ${by}, ${time}`,
  },
  since: (by: string, time: string) => `by ${by}, ${time}`,
  grant: "Agree",
  done: "Done",
  refuse: "Refuse",
  withdraw: "Take back",
  otherYears: (name: string) =>
    `${name} is in other years of this event, too (same name and date of birth). Agree there as well:`,
  otherYear: (year: string, bib: string) => `${year}, bib ${bib}`,
  already: (year: string) => `${year}: so already`,
  findYears: "Look in other years",
  noYears: "In no other year is there exactly one participant with this name and date of birth.",
  said: {
    grant: (who: string) => `Agreed: ${who}.`,
    refuse: (who: string) => `Refused: ${who}.`,
    withdraw: (who: string) => `Taken back: ${who}.`,
  },
};
