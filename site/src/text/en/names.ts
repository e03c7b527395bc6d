/** Results of earlier races by name, in English (pages.md C1, C6). */
import { counted, number } from "../intl";

const results = (count: number) => counted(count, { one: "result", other: "results" });

export const names = {
  heading: "Results of earlier races",
  searching: "Searching earlier races",
  failed: "Earlier races could not be searched.",
  retry: "Search again",
  searched: (races: number, newest: string) =>
    races === 0
      ? "Searched: live and recent races. Earlier ones are added some hours after their last result."
      : `Searched: live and recent races, and ${counted(races, { one: "race", other: "races" })} up to ${newest}.`,
  found: results,
  byName: "Earlier races are searched by name, not by bib.",
  many: "Many people have a name like this: add a first or last name.",
  partly:
    "Many people have names like these. Shown are those whose first or last name is written like this, directly followed by the other.",
  first: (shown: number, all: number) =>
    `${number(shown)} of ${results(all)} are shown, the newest first: another word finds fewer.`,
  age: (age: number) => `age ${number(age)}`,
  same: "Name, gender and age fit. Whether it is the same person is not known for certain.",
  none: "No other result with this name and an age that fits.",
  several: "Several people may have this name. Results that fit together are listed together.",
  possible: (place: number) => `Possible person ${number(place)}`,
  undated: "Possibly the same person, without an age",
  others: (races: number, newest: string) =>
    races === 0
      ? "No earlier race can be searched yet."
      : `Searched: ${counted(races, { one: "race", other: "races" })} up to ${newest}.`,
  all: "Everybody with a name like this",
};
