import type { Problem } from "../../../csv/entries";
import type { Source } from "../../../csv/fields";
import { organiser } from "../../../text/organiser";

/** The error of a line, and the accepted values. */
export function problemWords({ what, number }: Problem): string {
  const words = organiser.problems;
  switch (what) {
    case "no-distance":
      return words.noDistance;
    case "no-birthdate":
      return words.noBirthdate;
    case "bad-birthdate":
      return words.badBirthdate;
    case "bad-switch":
      return words.badSwitch;
    case "id-too-long":
      return words.tooLong(number);
    case "cut":
      return words.cut(number);
    case "nobody":
      return words.nobody;
    case "bad-quotes":
      return words.badQuotes;
    case "open-quote":
      return words.openQuote;
    case "same-person":
      return words.samePerson(number);
    case "same-name":
      return words.sameName;
    case "same-bib":
      return words.sameBib(number);
    case "bib-taken":
      return words.bibTaken;
    case "bib-of-other":
      return words.bibOfOther;
    case "several":
      return words.several;
  }
}

/** The name of a field. */
export function fieldWords(field: Source): string {
  return organiser.fields[field];
}
