import type { Year } from "../../api/types";
import { RESERVED_WORDS } from "../../paths";
import { desk } from "../../text/desk";
import type { Problems } from "./event-draft";
import { deviceOffset, offsetOf, readStart, type StartTime, writeStart } from "./start-time";

/** The fields entered for a year. */
export interface YearDraft {
  year: string;
  start: StartTime;
  days: string;
  rankingType: string;
  live: boolean;
  /** Unchanged: it has a switch of its own. */
  official: string;
}

/** Fields that can be in error. */
export type YearDraftField = "year" | "date" | "time" | "days" | "rankingType";

/** The fields by their names on the wire (api.md 2.2). */
export const YEAR_FIELDS: ReadonlyMap<string, YearDraftField> = new Map([
  ["year", "year"],
  ["date_time", "date"],
  ["days_allowed", "days"],
  ["ranking_type", "rankingType"],
]);

/** The draft for changing an existing year. */
export function yearDraftOf({
  year,
  dateTime,
  live,
  daysAllowed,
  rankingType,
  official,
}: Year): YearDraft {
  return {
    year,
    start: readStart(dateTime),
    days: String(daysAllowed),
    rankingType,
    live,
    official,
  };
}

/** A new year like the latest one, if any; its offset is this device's, or that of the latest. */
export function newYearDraft(latest: Year | undefined): YearDraft {
  if (latest === undefined)
    return {
      year: "",
      start: { date: "", time: "", offset: "" },
      days: "2",
      rankingType: "gun",
      live: false,
      official: "",
    };
  const { start, days, rankingType } = yearDraftOf(latest);
  const wasHere = offsetOf(start) === deviceOffset(start);
  return {
    year: "",
    start: { date: "", time: start.time, offset: wasHere ? "" : start.offset },
    days,
    rankingType,
    live: false,
    official: "",
  };
}

/** Problems that can be found before sending. */
export function yearProblems({ year, start, days }: YearDraft): Problems<YearDraftField> {
  const { yearRule, yearReserved, noDate, noTime, daysRule } = desk.years;
  return {
    ...(!/^[0-9A-Za-z-]{1,20}$/.test(year.trim()) && { year: yearRule }),
    ...(RESERVED_WORDS.includes(year.trim()) && { year: yearReserved(year.trim()) }),
    ...(start.date === "" && { date: noDate }),
    ...(start.time === "" && { time: noTime }),
    ...(!/^-?[0-9]{1,6}$/.test(days.trim()) && { days: daysRule }),
  };
}

/** The year to be sent, from a draft without problems. */
export function yearOfDraft({ year, start, days, rankingType, live, official }: YearDraft): Year {
  return {
    year: year.trim(),
    dateTime: writeStart(start),
    live,
    daysAllowed: Number(days),
    rankingType,
    official,
  };
}
