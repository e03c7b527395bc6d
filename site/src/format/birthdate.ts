/** Birth dates in the forms that the server accepts (api.md 2.5). */
import type { RegionalOrder } from "../text/intl";
import { isRealDay, readWrittenTime } from "./date";

/** Which number of a date such as 03/04/1990 is the day, where it could be either. */
export type DateOrder = "month-first" | "day-first";

/** A calendar day as a number: 19900403. Texts of the same day have the same number. */
export type Day = number;

/** Means "none" (api.md 2.5). */
export const NO_BIRTHDATE = "1901/01/01";
const NONE: Day = 1901_01_01;

/** An earlier year is one of another calendar. */
const FIRST_YEAR = 1900;

const FORM =
  /^([0-9]+)\s*([/.-])\s*([0-9]+)(?:\s*\2\s*|\s+)([0-9]+)[.日]?(?:\s*г\.?)?(?:[\sT].*)?$/su;
/** Stand between the numbers in regions with a script from right to left. */
const DIRECTION_MARKS = /[\u200e\u200f\u061c]/gu;

/** The numbers of a date; of those beside the year, the first and the second. */
interface Numbers {
  year: number;
  first: number;
  second: number;
  yearFirst: boolean;
  dots: boolean;
}

function numbersIn(text: string): Numbers | null {
  const plain = text
    .replace(DIRECTION_MARKS, "")
    .replace(/[年月]/gu, "/")
    .trim();
  const match = FORM.exec(plain);
  if (match === null) return null;
  const [, a = "", separator = "", b = "", c = ""] = match;
  const yearFirst = a.length === 4;
  const [year, first, second] = yearFirst ? [a, b, c] : [c, a, b];
  if (year.length !== 4 || first.length > 2 || second.length > 2) return null;
  return {
    year: Number(year),
    first: Number(first),
    second: Number(second),
    yearFirst,
    dots: separator === ".",
  };
}

/** Year, month and day; `order` of those that could be read both ways and end with the year. */
function dayIn(text: string, order: DateOrder): [number, number, number] | null {
  const numbers = numbersIn(text);
  if (numbers === null) return null;
  const { year, first, second, yearFirst, dots } = numbers;
  let dayFirst = first > 12;
  if (!dayFirst && second <= 12 && !yearFirst) dayFirst = dots || order === "day-first";
  const [month, day] = dayFirst ? [second, first] : [first, second];
  return year >= FIRST_YEAR && isRealDay(year, month, day) ? [year, month, day] : null;
}

/** The day a text names, as the server reads it: real, not after `last`; else null. */
export function readBirthdate(text: string, last: Day): Day | null {
  const named = dayIn(text, "month-first");
  if (named === null) return null;
  const [year, month, day] = named;
  const found = year * 10_000 + month * 100 + day;
  return found <= last ? found : null;
}

/** Whether a stored text is a birth date: not the one that means none, and real up to `last`. */
export function isBirthdate(text: string, last: Day): boolean {
  const day = readBirthdate(text, last);
  return day !== null && day !== NONE;
}

/** The latest day a birth date may name now: what is today somewhere east of Greenwich. */
export function lastBirthday(now: number): Day {
  return Number(new Date(now + 86_400_000).toISOString().slice(0, 10).replaceAll("-", ""));
}

/** Numbers of which the order has to be known: with dots the day is first. */
function unordered(text: string): Numbers | null {
  const numbers = numbersIn(text);
  return numbers === null || numbers.yearFirst || numbers.dots ? null : numbers;
}

/** Which number is the day, as far as dates tell: the first only if some first is above 12. */
export function dateOrderOf(texts: Iterable<string>): DateOrder {
  let dayFirst = false;
  for (const text of texts) {
    const numbers = unordered(text);
    if (numbers === null) continue;
    if (numbers.second > 12) return "month-first";
    if (numbers.first > 12) dayFirst = true;
  }
  return dayFirst ? "day-first" : "month-first";
}

/** Whether a file has dates that mean different days depending on the order. */
export function hasEitherOrder(texts: Iterable<string>): boolean {
  for (const text of texts) {
    const numbers = unordered(text);
    if (numbers === null) continue;
    const { first, second } = numbers;
    if (first <= 12 && second <= 12 && first !== second) return true;
  }
  return false;
}

/** The text as it is sent, year first: the server would read others by their neighbours. */
export function writtenBirthdate(text: string, order: DateOrder): string {
  const named = dayIn(text, order);
  return named === null || text === NO_BIRTHDATE ? text : named.join("/");
}

/** The numbers of eight digits in an order, as year, month and day; null where it is no day. */
function dayInDigits(text: string, order: RegionalOrder): [number, number, number] | null {
  const at = order === "year-first" ? [0, 4, 6] : order === "day-first" ? [4, 2, 0] : [4, 0, 2];
  const [year = 0, month = 0, day = 0] = at.map((from, index) =>
    Number(text.slice(from, from + (index === 0 ? 4 : 2))),
  );
  return year >= FIRST_YEAR && isRealDay(year, month, day) ? [year, month, day] : null;
}

/**
 * A date typed in the order of the region, as it is sent: "1985/3/9". Eight digits are enough, as
 * phones have number keys without separators. Unchanged if it names no day.
 */
export function typedBirthdate(text: string, order: RegionalOrder): string {
  const plain = text.trim();
  if (!/^[0-9]{8}$/.test(plain))
    return writtenBirthdate(text, order === "day-first" ? "day-first" : "month-first");
  const day = dayInDigits(plain, order) ?? dayInDigits(plain, "year-first");
  return day === null ? text : day.join("/");
}

/** Year, month and day of a stored birth date; null for the one that means none. */
export function storedBirthdate(text: string): [number, number, number] | null {
  return text === NO_BIRTHDATE ? null : dayIn(text, "month-first");
}

/** A stored birth date in the order of a region: "3/9/1985"; unchanged if it names no day. */
export function regionalBirthdate(text: string, order: RegionalOrder): string {
  const named = storedBirthdate(text);
  if (named === null) return text;
  const [year, month, day] = named;
  if (order === "year-first") return named.join("/");
  return (order === "day-first" ? [day, month, year] : [month, day, year]).join("/");
}

/** The day on which a race starts, in its own offset; null without a time that can be read. */
export function dayOfStart(iso: string): Day | null {
  const start = readWrittenTime(iso);
  return start === null
    ? null
    : Number(new Date(start.local).toISOString().slice(0, 10).replaceAll("-", ""));
}

/** The age in whole years on a day; null without a birth date before it. */
export function ageOn(birthdate: string, on: Day): number | null {
  const named = storedBirthdate(birthdate);
  if (named === null) return null;
  const [year, month, day] = named;
  const age = Math.floor((on - (year * 10_000 + month * 100 + day)) / 10_000);
  return age < 0 ? null : age;
}
