/** How long a timed race lasts, and what comes after that (pages.md C24 "Timed race"). */
import { chipMs, clockMs } from "../format/time";
import type { Row } from "./row";

/** "Six Hour", "Twenty-Four Hour": numbers as words, in English. */
const ONES = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve";
const TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety";

const END = String.raw`(?![\p{L}\d])`;
/**
 * Words for hours and days in the languages of api.md 4.17; the stems also begin longer words
 * ("Stundenlauf", "uursloop", "6-timersløb").
 */
const HOURS = `(?:h|hrs?|hours?|horas?|heures?|or[ae])${END}|std|stund|uur|uren|timm|timer|tunn|tunt|godz|час|小[时時]|時間`;
const DAYS = `(?:day|d[ií]a|jour|tag)s?${END}|tage|giorn|dag|päiv|vrk|dni|dób|сут|天`;

/**
 * "24 Hour", "6hr", "12-hours", "24h", "6 Tage": the distance's name is the only place where an
 * uploaded race says how long it lasts.
 */
const LASTS = new RegExp(
  String.raw`(?:(?:^|[^\d.,])(\d{1,3})|\b(?:(${TENS})[\s-]?)?(${ONES}))[\s\u2010-\u2013-]*(?:(${HOURS})|${DAYS})`,
  "iu",
);
const HOUR_MS = 3_600_000;

/**
 * How long a timed race lasts in milliseconds, by its distance's name; null if that names neither
 * hours nor days.
 */
export function durationOf(distance: string): number | null {
  const [, digits, tens, ones, hours] = LASTS.exec(distance) ?? [];
  const words = 10 * numbered(TENS, tens, 2) + numbered(ONES, ones, 1);
  const count = digits === undefined ? words : Number(digits);
  return count > 0 ? count * HOUR_MS * (hours === undefined ? 24 : 1) : null;
}

/** The number of a word in a list that begins with `first`. */
function numbered(words: string, word: string | undefined, first: number): number {
  return word === undefined ? 0 : words.split("|").indexOf(word.toLowerCase()) + first;
}

/**
 * How long a runner is in the race, in milliseconds: since the own start, from which a wave's hours
 * count, if that is known.
 */
export function ownMs(row: Row): number {
  const chip = chipMs(row);
  return chip > 0 ? chip : clockMs(row);
}

/**
 * Whether a lap of a timed race ended after the hours that the name of its distance says. It stays
 * as the timer uploaded it: whether it counts is not decided here.
 */
export function endsLate(row: Row, distance = row.distance): boolean {
  return row.finish && ownMs(row) > (durationOf(distance) ?? Infinity);
}
