/** Of how many finishers a place is (pages.md A10.6). */
import { genderOf } from "../format/gender";
import { text } from "../text/text";
import type { Row } from "./row";

/** How many have finished a distance. */
export interface Finishers {
  /** null if unknown. */
  finished: number | null;
  /** How many of them each gender and age group has, both as uploaded. */
  groups: readonly (readonly [gender: string, ageGroup: string, finished: number])[];
}

/** "of 20" for each place of a row; each is "" as {@link Placing.of} is. */
export function ofHowMany(
  row: Row,
  finishers: Finishers | null,
): { overall: string; gender: string; ageGroup: string } {
  const { group } = genderOf(row.gender);
  const ofGender = (finishers?.groups ?? []).filter(([gender]) => genderOf(gender).group === group);
  const ofAge = ofGender.filter(([, ageGroup]) => ageGroup === row.ageGroup);
  return {
    overall: among(row.ranking, finishers?.finished ?? 0),
    gender: among(row.genderRanking, sum(ofGender)),
    ageGroup: among(row.ageRanking, sum(ofAge)),
  };
}

function sum(groups: Finishers["groups"]): number {
  return groups.reduce((all, [, , finished]) => all + finished, 0);
}

/** "of 20"; "" where the places are not those of all who finished. */
function among(place: number, finished: number): string {
  return place <= finished ? text.individual.ofFinishers(finished) : "";
}
