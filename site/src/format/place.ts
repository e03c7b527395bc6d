/** Places and ordinals (pages.md A10), the gender and age-group places (A7.4). */
import { number } from "../text/intl";
import { text } from "../text/text";
import { genderOf } from "./gender";
import { isOutType, typeSuffix } from "./result-type";

interface Placed {
  ranking: number;
  occurrence: number;
  type: number;
}

/** The fields that make up the gender and age-group places. */
interface GroupPlaced extends Placed {
  gender: string;
  ageGroup: string;
  genderRanking: number;
  ageRanking: number;
}

/** True when the place cell shows a number (A10.1). */
export function hasPlace(row: Placed): boolean {
  return row.ranking >= 1 && row.occurrence !== 0 && !isOutType(row.type);
}

/**
 * The medal of a place once the race is over (pages.md C2); `isWon`: whether somebody has won,
 * which of a backyard only its board knows.
 */
export function medalOf({ ranking }: Placed, isOver: boolean, isWon: boolean): number | undefined {
  return isOver && ranking < 4 && (ranking > 1 || isWon) ? ranking : undefined;
}

/** How a number is written: as pages do, in the visitor's style, or as files do (A10.5). */
type Written = (value: number) => string;

/** Text of the place cell: number and suffix; the suffix stays when the number is blank (A10). */
export function placeText(row: Placed, written: Written = number): string {
  return (hasPlace(row) ? written(row.ranking) : "") + typeSuffix(row.type);
}

/** Text of the gender place, "" under the conditions of A7.4. */
export function genderPlaceText(row: GroupPlaced, written: Written = number): string {
  return row.genderRanking >= 1 && showsGroupPlaces(row) ? written(row.genderRanking) : "";
}

/** Text of the age-group place, "" under the conditions of A7.4. */
export function agePlaceText(row: GroupPlaced, written: Written = number): string {
  return row.ageRanking >= 1 && row.ageGroup !== "" && showsGroupPlaces(row)
    ? written(row.ageRanking)
    : "";
}

function showsGroupPlaces(row: GroupPlaced): boolean {
  return hasPlace(row) && genderOf(row.gender).shown;
}

/** 1st, 2nd, 3rd, 4th, 11th, 111th (A10.4). */
export function ordinal(value: number, written: Written = number): string {
  return text.ordinal(value, written(value));
}
