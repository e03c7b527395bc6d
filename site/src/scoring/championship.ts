/** Championship rankings and awards of the "pntf" division (pages.md C10, C11). */
import { championshipBand, isMaster } from "../format/age";
import { type Bucket, BUCKETS, bucketHeading, genderOf } from "../format/gender";
import { ordinal } from "../format/place";
import { text } from "../text/text";
import { inDivision } from "./program";
import { counter } from "./rank-by";
import { byClock, type Finisher, finishersOf } from "./result-order";
import type { Line } from "./row";

/** One runner of a rankings table. */
export interface Ranked extends Finisher {
  /** Place within the gender. */
  place: number;
  /** Place among the masters of the gender; null for others. */
  masters: number | null;
  overall: number;
  /** "1st 40-44"; "" without a band. */
  ageGroup: string;
}

interface RankingsTable {
  /** "Women", "Men" or "Non-Binary". */
  heading: string;
  rows: Ranked[];
}

/** One awards list; places are the positions in it. */
interface ChampionshipAwards {
  /** "Women's Open" … "Non-Binary Masters". */
  heading: string;
  winners: Finisher[];
}

const AWARDS_PER_LIST = 5;

/** Runners of a division with a result row, by clock time, then bib. */
export function divisionFinishers(lines: readonly Line[], division: string): Finisher[] {
  return byClock(finishersOf(lines).filter(({ result }) => inDivision(result.division, division)));
}

/** Bucket of a finisher (A6). */
export function bucketOf({ result }: Finisher): Bucket {
  return genderOf(result.gender).bucket;
}

/** Rankings tables of one distance, empty ones left out (C10). */
export function championshipRankings(lines: readonly Line[]): RankingsTable[] {
  const place = counter();
  const ranked = divisionFinishers(lines, "pntf").map((finisher, index): Ranked => {
    const { line, result } = finisher;
    const bucket = bucketOf(finisher);
    const band = championshipBand(result.age);
    return {
      line,
      result,
      overall: index + 1,
      place: place(bucket),
      masters: isMaster(result.age) ? place(`${bucket} masters`) : null,
      ageGroup: band === "" ? "" : text.placeIn(ordinal(place(`${bucket} ${band}`)), band),
    };
  });
  return BUCKETS.map((bucket) => ({
    heading: bucketHeading(bucket),
    rows: ranked.filter((row) => bucketOf(row) === bucket),
  })).filter((table) => table.rows.length > 0);
}

/** Award lists of one distance in the order of their headings, empty ones left out (C11). */
export function championshipAwards(lines: readonly Line[]): ChampionshipAwards[] {
  const candidates = divisionFinishers(lines, "pntf");
  return BUCKETS.flatMap((bucket) => {
    const { open, masters } = openAndMasters(
      candidates.filter((candidate) => bucketOf(candidate) === bucket),
    );
    return [
      { heading: text.ranking.open[bucket], winners: open },
      { heading: text.ranking.mastersOf[bucket], winners: masters },
    ];
  }).filter((list) => list.winners.length > 0);
}

/** Masters who did not fit into Masters fill the free places of Open, after the others (C11.3). */
function openAndMasters(candidates: readonly Finisher[]): {
  open: Finisher[];
  masters: Finisher[];
} {
  const masters = candidates.filter(({ result }) => isMaster(result.age));
  const others = candidates.filter(({ result }) => !isMaster(result.age));
  return {
    open: [...others.slice(0, AWARDS_PER_LIST), ...masters.slice(AWARDS_PER_LIST)].slice(
      0,
      AWARDS_PER_LIST,
    ),
    masters: masters.slice(0, AWARDS_PER_LIST),
  };
}
