/** Order of the years of an event (pages.md A16). */
import { instantOf } from "../format/date";
import { compareText } from "../format/text";

export interface DatedYear {
  /** Year key, such as "2024-May". */
  year: string;
  /** ISO text with offset. */
  dateTime: string;
}

/** Years by instant, oldest first; unreadable dates last; ties by the year key (A16). */
export function orderYears<T extends DatedYear>(years: readonly T[]): T[] {
  return years
    .map((year) => ({ year, instant: instantOf(year.dateTime) ?? Number.POSITIVE_INFINITY }))
    .toSorted((a, b) =>
      a.instant === b.instant ? compareText(a.year.year, b.year.year) : a.instant - b.instant,
    )
    .map(({ year }) => year);
}
