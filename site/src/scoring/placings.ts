/** The placings of the individual page (pages.md C6 "Placings"). */
import { genderHeading } from "../format/gender";
import { agePlaceText, genderPlaceText, hasPlace, placeText } from "../format/place";
import { text } from "../text/text";
import type { Row } from "./row";

/** One placing: the group and the place in it. */
export interface Placing {
  /** "Overall", "Women" or "Women 30-39". */
  within: string;
  place: string;
}

/**
 * Overall, gender and age-group place of a finish; empty when the overall place is blank (A10,
 * A7.4).
 */
export function placings(finish: Row): Placing[] {
  if (!hasPlace(finish)) return [];
  const heading = genderHeading(finish.gender);
  const all = [
    { within: text.individual.overallPlacing, place: placeText(finish) },
    { within: heading, place: genderPlaceText(finish) },
    { within: text.group(heading, finish.ageGroup), place: agePlaceText(finish) },
  ];
  return all.filter(({ place }) => place !== "");
}
