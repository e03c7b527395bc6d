/** Youth awards and championship results of the "ytp" division (pages.md C12). */
import { YOUTH_BANDS, youthBand, youthBandText } from "../format/age";
import { bibKey, compareBibKeys } from "../format/bib";
import { type Bucket, BUCKETS, bucketHeading, genderOf } from "../format/gender";
import { ordinal, placeText } from "../format/place";
import { text } from "../text/text";
import { bucketOf, divisionFinishers } from "./championship";
import { inDivision } from "./program";
import { counter } from "./rank-by";
import type { Finisher } from "./result-order";
import type { Line, State } from "./row";

const AWARDS_PER_LIST = 3;

/** One awards list; places are the positions in it. */
export interface YouthAwardList {
  /** "Women", or "Women 9-10" for a group. */
  heading: string;
  winners: Finisher[];
}

/** The awards of one distance in the order drawn. */
interface YouthAwards {
  overall: YouthAwardList[];
  ageGroups: YouthAwardList[];
}

/** One runner of the championship results. */
export interface YouthResult {
  line: Line;
  /** Place with suffix; "" for DNF and DNS. */
  place: string;
  gender: Bucket;
  /** Place within the gender; null for DNF and DNS. */
  genderPlace: number | null;
  /** "1st Women 9-10"; "" without a band and for DNF and DNS. */
  ageGroup: string;
}

/** Name of a youth group: "Women 9-10". */
export function youthGroup(bucket: Bucket, band: string): string {
  return text.group(bucketHeading(bucket), youthBandText(band));
}

/** Every group with a band in display order: genders in order, inside them young to old. */
export function youthGroups(): string[] {
  return BUCKETS.flatMap((bucket) => YOUTH_BANDS.map((band) => youthGroup(bucket, band)));
}

/**
 * The first three per gender and per group; overall winners are also in their group (C12 Awards).
 */
export function youthAwards(lines: readonly Line[]): YouthAwards {
  const finishers = divisionFinishers(lines, "ytp");
  return {
    overall: firstThree(finishers, BUCKETS.map(bucketHeading), (finisher) =>
      bucketHeading(bucketOf(finisher)),
    ),
    ageGroups: firstThree(finishers, youthGroups(), (finisher) => {
      const band = youthBand(finisher.result.age);
      return band === "" ? "" : youthGroup(bucketOf(finisher), band);
    }),
  };
}

function firstThree(
  finishers: readonly Finisher[],
  headings: readonly string[],
  headingOf: (finisher: Finisher) => string,
): YouthAwardList[] {
  return headings
    .map((heading) => ({
      heading,
      winners: finishers
        .filter((finisher) => headingOf(finisher) === heading)
        .slice(0, AWARDS_PER_LIST),
    }))
    .filter((list) => list.winners.length > 0);
}

/**
 * Finishers by time with new places, then DNF by bib, then DNS by bib (C12 Championship results).
 */
export function youthResults(lines: readonly Line[]): YouthResult[] {
  const place = counter();
  const finished = divisionFinishers(lines, "ytp").map((finisher, index): YouthResult => {
    const { line, result } = finisher;
    const gender = bucketOf(finisher);
    const band = youthBand(result.age);
    return {
      line,
      place: placeText({ ...result, ranking: index + 1 }),
      gender,
      genderPlace: place(gender),
      ageGroup:
        band === ""
          ? ""
          : text.placeIn(ordinal(place(youthGroup(gender, band))), youthGroup(gender, band)),
    };
  });
  return [...finished, ...outOfRace(lines, "dnf"), ...outOfRace(lines, "dns")];
}

function outOfRace(lines: readonly Line[], state: State): YouthResult[] {
  return lines
    .filter((line) => line.state === state && inDivision(line.row.division, "ytp"))
    .map((line) => ({ line, bib: bibKey(line.row.bib) }))
    .toSorted((a, b) => compareBibKeys(a.bib, b.bib))
    .map(({ line }) => ({
      line,
      place: "",
      gender: genderOf(line.row.gender).bucket,
      genderPlace: null,
      ageGroup: "",
    }));
}
