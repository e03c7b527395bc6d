/** The placings of the individual page (pages.md C6 "Placings"). */
import { genderHeading } from "../format/gender";
import { agePlaceText, genderPlaceText, hasPlace, placeText } from "../format/place";
import { text } from "../text/text";
import { type Finishers, ofHowMany } from "./of-how-many";
import type { Row } from "./row";

/** One placing: the group, the place in it, and "of 20". */
interface Placing {
  /** "Overall", "Women" or "Women 30-39". */
  within: string;
  place: string;
  /** "" if it is not known, or not known yet, how many finished in the group. */
  of: string;
}

/**
 * Overall, gender and age-group place of a finish; empty when the overall place is blank (A10,
 * A7.4). `finishers` is null while their number still grows.
 */
export function placings(finish: Row, finishers: Finishers | null): Placing[] {
  if (!hasPlace(finish)) return [];
  const heading = genderHeading(finish.gender);
  const of = ofHowMany(finish, finishers);
  const all = [
    { within: text.individual.overallPlacing, place: placeText(finish), of: of.overall },
    { within: heading, place: genderPlaceText(finish), of: of.gender },
    {
      within: text.group(heading, finish.ageGroup),
      place: agePlaceText(finish),
      of: of.ageGroup,
    },
  ];
  return all.filter(({ place }) => place !== "");
}
