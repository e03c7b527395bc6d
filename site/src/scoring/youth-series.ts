/** Scores and tables of the youth series (pages.md C12 "Series"). */
import { youthBand } from "../format/age";
import { bibKey, type BibKey, compareBibKeys } from "../format/bib";
import { type Bucket, BUCKETS, bucketHeading } from "../format/gender";
import { fullName, isAnonymous } from "../format/name";
import { compareText } from "../format/text";
import { text } from "../text/text";
import { bucketOf, divisionFinishers } from "./championship";
import { counter } from "./rank-by";
import type { Finisher } from "./result-order";
import type { Line } from "./row";
import { youthGroup, youthGroups } from "./youth";
import { type Standing, standingKey } from "./youth-standings";

/** The three places of a scored person. */
interface ScorePlaces {
  overall: number;
  gender: number;
  /** Null without a band. */
  ageGroup: number | null;
}

/** The time that is worth 100 points in Cougar. */
export interface FastestTime {
  /** Whole clock seconds; 0 when nobody has a time. */
  seconds: number;
  /** Whether only women were considered. */
  ofWomen: boolean;
  /**
   * Whether it is the best of the people in the standings; otherwise none of them has a time, and
   * it is the best of all.
   */
  ofStandings: boolean;
}

/** One person of the series. */
export interface YouthScore {
  name: string;
  /** The runner's line; null for people who are only in the standings file. */
  line: Line | null;
  /** Score from the file; 0 for newcomers. */
  tiger: number;
  seward: number;
  highest: number;
  /** Whole clock seconds in this race; 0 without a time. */
  seconds: number;
  /** 100 × fastest time / own time, at most 100; 0 without a time. */
  cougar: number;
  /**
   * The fastest time that `cougar` is measured by; null for people who are only in the standings
   * file.
   */
  fastest: FastestTime | null;
  /** Cougar + highest if both are above 0, otherwise 0. */
  combined: number;
  gender: Bucket;
  /** Youth band, "" without one. */
  band: string;
  /** Null without a combined score. */
  places: ScorePlaces | null;
}

export interface YouthSeriesTable {
  /** "Women", "Women 9-10" or "Other". */
  heading: string;
  rows: YouthScore[];
}

/** A runner with the matching person of the file. */
interface YouthRunner {
  finisher: Finisher;
  name: string;
  standing: Standing | null;
}

/** Everybody of one distance in order, with places (C12 Scores). */
export function youthScores(lines: readonly Line[], standings: readonly Standing[]): YouthScore[] {
  const runners = runnersOf(lines, standings);
  const fastest = fastestTime(runners, false);
  const fastestWoman = fastestTime(
    runners.filter((runner) => bucketOf(runner.finisher) === "W"),
    true,
  );
  const ran = new Set(runners.map((runner) => standingKey(runner.name)));
  const unplaced = [
    ...runners.map((runner) =>
      runnerScore(runner, bucketOf(runner.finisher) === "W" ? fastestWoman : fastest),
    ),
    ...standings.filter((standing) => !ran.has(standingKey(standing.name))).map(absentScore),
  ];
  return withScorePlaces(inOrder(unplaced));
}

/**
 * Named runners by clock time; of several with the same name only the fastest counts as the one in
 * the standings.
 */
function runnersOf(lines: readonly Line[], standings: readonly Standing[]): YouthRunner[] {
  const unmatched = new Map(standings.map((standing) => [standingKey(standing.name), standing]));
  return divisionFinishers(lines, "ytp")
    .filter(({ result }) => !isAnonymous(result))
    .map((finisher) => {
      const name = fullName(finisher.result.first, finisher.result.last);
      const standing = unmatched.get(standingKey(name)) ?? null;
      unmatched.delete(standingKey(name));
      return { finisher, name, standing };
    });
}

/** Lowest clock seconds among the runners in the standings, else among all. */
function fastestTime(runners: readonly YouthRunner[], ofWomen: boolean): FastestTime {
  const timed = runners.filter((runner) => runner.finisher.result.seconds > 0);
  const known = timed.filter((runner) => runner.standing !== null);
  const ofStandings = known.length > 0;
  const seconds = (ofStandings ? known : timed).map((runner) => runner.finisher.result.seconds);
  return {
    seconds: seconds.reduce((least, value) => Math.min(least, value), seconds[0] ?? 0),
    ofWomen,
    ofStandings,
  };
}

function runnerScore({ finisher, name, standing }: YouthRunner, fastest: FastestTime): YouthScore {
  const { seconds, age } = finisher.result;
  const cougar = seconds > 0 ? Math.min(100, (100 * fastest.seconds) / seconds) : 0;
  const highest = standing?.highest ?? 0;
  return {
    name,
    line: finisher.line,
    tiger: standing?.tiger ?? 0,
    seward: standing?.seward ?? 0,
    highest,
    seconds,
    cougar,
    fastest,
    combined: cougar > 0 && highest > 0 ? cougar + highest : 0,
    gender: bucketOf(finisher),
    band: youthBand(age),
    places: null,
  };
}

function absentScore(standing: Standing): YouthScore {
  const { name, tiger, seward, highest, band, gender } = standing;
  const bucket = gender === "W" || gender === "M" ? gender : "X";
  return {
    name,
    line: null,
    tiger,
    seward,
    highest,
    seconds: 0,
    cougar: 0,
    fastest: null,
    combined: 0,
    gender: bucket,
    band,
    places: null,
  };
}

/**
 * Combined, cougar, highest, all descending; then name; then bib, with people who are only in the
 * file last.
 */
function inOrder(scores: readonly YouthScore[]): YouthScore[] {
  return scores
    .map((score) => ({
      score,
      name: score.name.toLowerCase(),
      bib: score.line && bibKey(score.line.row.bib),
    }))
    .toSorted(
      (a, b) =>
        b.score.combined - a.score.combined ||
        b.score.cougar - a.score.cougar ||
        b.score.highest - a.score.highest ||
        compareText(a.name, b.name) ||
        compareOptionalBibs(a.bib, b.bib),
    )
    .map(({ score }) => score);
}

function compareOptionalBibs(a: BibKey | null, b: BibKey | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareBibKeys(a, b);
}

function withScorePlaces(scores: readonly YouthScore[]): YouthScore[] {
  const place = counter();
  return scores.map((score) => {
    const { gender, band } = score;
    if (score.combined <= 0) return score;
    const places: ScorePlaces = {
      overall: place("overall"),
      gender: place(gender),
      ageGroup: band === "" ? null : place(youthGroup(gender, band)),
    };
    return Object.assign({}, score, { places });
  });
}

/** For each kind of place, the number of people with a total among whom it is given. */
export function placedAmong(
  scores: readonly YouthScore[],
  { gender, band }: Pick<YouthScore, "gender" | "band">,
): Record<keyof ScorePlaces, number> {
  const placed = scores.filter(({ places }) => places !== null);
  const ofGender = placed.filter((score) => score.gender === gender);
  return {
    overall: placed.length,
    gender: ofGender.length,
    ageGroup: ofGender.filter((score) => score.band === band).length,
  };
}

const LIMIT = 3;

/**
 * One table per gender, empty ones left out; `limited` keeps the first three with a combined score.
 */
export function genderTables(scores: readonly YouthScore[], limited: boolean): YouthSeriesTable[] {
  return tables(
    scores,
    BUCKETS.map(bucketHeading),
    (score) => bucketHeading(score.gender),
    limited,
  );
}

/**
 * One table per gender and band, empty ones left out; people without a band are in a last table
 * "Other". `limited` keeps at most the first three with a combined score, and no "Other".
 */
export function groupTables(scores: readonly YouthScore[], limited: boolean): YouthSeriesTable[] {
  const { other } = text.ranking;
  const headings = limited ? youthGroups() : [...youthGroups(), other];
  return tables(
    scores,
    headings,
    (score) => (score.band === "" ? other : youthGroup(score.gender, score.band)),
    limited,
  );
}

function tables(
  scores: readonly YouthScore[],
  headings: readonly string[],
  headingOf: (score: YouthScore) => string,
  limited: boolean,
): YouthSeriesTable[] {
  return headings
    .map((heading) => {
      const rows = scores.filter(
        (score) => headingOf(score) === heading && (!limited || score.combined > 0),
      );
      return { heading, rows: limited ? rows.slice(0, LIMIT) : rows };
    })
    .filter((table) => table.rows.length > 0);
}

/** A score with two decimals, "-" if not above 0 (C12 Page). */
export function scoreText(score: number): string {
  return score > 0 ? score.toFixed(2) : "-";
}
