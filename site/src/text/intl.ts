/**
 * Numbers, plurals, dates and times of day in the visitor's style: English with a 24-hour clock
 * until {@link writeAs} changes it.
 */

let locale = "en";
let hourCycle: "h12" | "h23" = "h23";

/** Which number of a date comes first in a region. */
export type RegionalOrder = "month-first" | "day-first" | "year-first";

let order: RegionalOrder = "month-first";

/** How the visitor's region writes a date in numbers. */
export function dateOrder(): RegionalOrder {
  return order;
}

/**
 * Sets the locale for all formatting to `tag`, such as "es-MX"; `clock`, the visitor's own locale,
 * decides between 12 and 24 hours,
 * and on the order of a date.
 */
export function writeAs(tag: string, clock: string): void {
  locale = tag;
  const first = new Intl.DateTimeFormat(clock)
    .formatToParts()
    .find(({ type }) => type !== "literal")?.type;
  order = first === "day" ? "day-first" : first === "year" ? "year-first" : "month-first";
  hourCycle =
    new Intl.DateTimeFormat(clock, { hour: "numeric" }).resolvedOptions().hour12 === true
      ? "h12"
      : "h23";
}

/** Whether the visitor's region counts 24 hours. */
export function has24Hours(): boolean {
  return hourCycle === "h23";
}

/** "1,234"; "1.0" with that many decimals. */
export function number(value: number, minimumFractionDigits = 0): string {
  return value.toLocaleString(locale, { minimumFractionDigits });
}

/** A count with its noun: "1 runner", "1,234 runners". */
export function counted(count: number, nouns: { one: string; other: string }): string {
  return `${number(count)} ${new Intl.PluralRules(locale).select(count) === "one" ? nouns.one : nouns.other}`;
}

/** A calendar day in words; month and day count from 1. */
export function longDate(year: number, month: number, day: number): string {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" });
}

/** "May 2026"; the month counts from 1. */
export function monthAndYear(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1)).toLocaleDateString(locale, {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}

/**
 * "16:45:12" or "4:45:12 PM": an instant, in milliseconds since 1970, in the viewer's time zone or
 * a given one.
 */
export function timeOfDay(
  instant: number,
  { seconds = true, ...zone }: { seconds?: boolean; timeZone?: string } = {},
): string {
  const second = seconds ? ({ second: "2-digit" } as const) : {};
  const hour = hourCycle === "h12" ? "numeric" : "2-digit";
  return new Date(instant).toLocaleTimeString(locale, {
    hour,
    minute: "2-digit",
    ...second,
    hourCycle,
    ...zone,
  });
}

/**
 * "12 min", "1 h 5 min", from 48 hours on "2 d 3 h", from ten days on "10 d", in every language:
 * the letters are those of the SI.
 */
export function elapsed(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours >= 240) return `${Math.floor(hours / 24)} d`;
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}
