/** Birth dates in the forms that the server accepts (api.md 2.5). */
import { isRealDay } from "../format/date";

/** Which number of a date such as 03/04/1990 is the day, where it could be either. */
export type DateOrder = "month-first" | "day-first";

/** A calendar day as a number: 19900403. Texts of the same day have the same number. */
export type Day = number;

/** Means "none" (api.md 2.5). */
export const NO_BIRTHDATE = "1901/01/01";

const FORM = /^([0-9]+)([/.-])([0-9]+)\2([0-9]+)$/;

/**
 * The day a text names, as the server reads it: real, and not after `last`; null for anything else.
 * A time of day after it is ignored.
 */
export function readBirthdate(text: string, last: Day): Day | null {
  const match = FORM.exec(text.split(/[ T]/)[0] ?? "");
  if (match === null) return null;
  const [, first = "", separator = "", second = "", third = ""] = match;
  const yearFirst = first.length === 4 && separator !== ".";
  const [year = "", ...others] = yearFirst ? [first, second, third] : [third, first, second];
  if (year.length !== 4 || others.some((part) => part.length > 2)) return null;
  const [a = 0, b = 0] = others.map(Number);
  const dayFirst = !yearFirst && (separator === "." || a > 12);
  const [month, day] = dayFirst ? [b, a] : [a, b];
  if (!isRealDay(Number(year), month, day)) return null;
  const found = Number(year) * 10_000 + month * 100 + day;
  return found <= last ? found : null;
}

/**
 * The latest day a birth date may name at this instant: what is already today somewhere east of
 * Greenwich is not in the future there.
 */
export function lastBirthday(now: number): Day {
  return Number(new Date(now + 86_400_000).toISOString().slice(0, 10).replaceAll("-", ""));
}

const TWO_NUMBERS = /^\s*([0-9]{1,2})[/-]([0-9]{1,2})[/-][0-9]{4}(?![0-9])/;

/**
 * Which number is the day, as far as the dates of a file tell: day first only if some first number
 * is above 12 and no second number is.
 */
export function dateOrderOf(texts: Iterable<string>): DateOrder {
  let dayFirst = false;
  for (const text of texts) {
    const match = TWO_NUMBERS.exec(text);
    if (match === null) continue;
    if (Number(match[2]) > 12) return "month-first";
    if (Number(match[1]) > 12) dayFirst = true;
  }
  return dayFirst ? "day-first" : "month-first";
}

/** Whether a file has dates that mean different days depending on the order. */
export function hasEitherOrder(texts: Iterable<string>): boolean {
  for (const text of texts) {
    const match = TWO_NUMBERS.exec(text);
    if (match !== null && Number(match[1]) <= 12 && Number(match[2]) <= 12 && match[1] !== match[2])
      return true;
  }
  return false;
}

/**
 * The text as it is sent: a date that the server would read the other way round is written year
 * first, which is unambiguous.
 */
export function writtenBirthdate(text: string, order: DateOrder): string {
  const match = order === "day-first" ? TWO_NUMBERS.exec(text) : null;
  if (match === null || Number(match[2]) > 12) return text;
  const [, day = "", month = ""] = match;
  const year = /[0-9]{4}/.exec(text)?.[0] ?? "";
  return `${year}/${month.padStart(2, "0")}/${day.padStart(2, "0")}`;
}
