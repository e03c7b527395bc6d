/** Dates, year keys and instants (pages.md A11, A16). */
import { text } from "../text/text";

/** True for a day of the real calendar; month and day count from 1. */
export function isRealDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day <= days;
}

/** The part before "T" as "May 4, 2024"; "" for anything that is not a real date (A11.1). */
export function formatDate(written: string): string {
  const match = /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$/.exec(written.split("T")[0] ?? "");
  if (match === null) return "";
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return isRealDay(year, month, day) ? text.date(year, month, day) : "";
}

/** {year}: the first run of exactly four digits of a year key, else the key itself (A11.2). */
export function prettyYear(key: string): string {
  return /(?:^|[^0-9])([0-9]{4})(?![0-9])/.exec(key)?.[1] ?? key;
}

const ISO =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T([0-9]{2}):([0-9]{2})(?::([0-9]{2})(\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$/i;

/** A date and time as it was written, and its offset from UTC. */
export interface WrittenTime {
  /** The written date and time in milliseconds since 1970 as if UTC, without its fraction. */
  local: number;
  /** Fraction of the second, from 0 to below 1. */
  fraction: number;
  /** The offset as received ("Z", "-07:00"), "" when none was written. */
  offset: string;
  /** Minutes to subtract from the written time to get UTC; 0 without an offset. */
  offsetMinutes: number;
}

/** Reads ISO text with up to nine fraction digits (A1.6); null when it is no real time. */
export function readWrittenTime(iso: string): WrittenTime | null {
  const match = ISO.exec(iso.trim());
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [hour, minute, second] = [
    Number(match[4] ?? 0),
    Number(match[5] ?? 0),
    Number(match[6] ?? 0),
  ];
  if (!isRealDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return null;
  const offset = match[8] ?? "";
  const offsetMinutes = readOffset(offset);
  if (offsetMinutes === null) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return { local: date.getTime(), fraction: Number(match[7] ?? 0), offset, offsetMinutes };
}

function readOffset(offset: string): number | null {
  if (offset === "" || offset.toUpperCase() === "Z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(-2));
  if (hours > 23 || minutes > 59) return null;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/** The instant of an ISO text in milliseconds since 1970; null when missing or unreadable (A16). */
export function instantOf(iso: string | null | undefined): number | null {
  const time = readWrittenTime(iso ?? "");
  return time === null ? null : instantAt(time);
}

/** The instant of a written time in milliseconds since 1970. */
export function instantAt({ local, fraction, offsetMinutes }: WrittenTime): number {
  return local + fraction * 1000 - offsetMinutes * 60_000;
}

/** Formats a written time, as in {@link WrittenTime}, as "2024-05-04T09:29:30". */
export function writeLocal(local: number): string {
  return new Date(local).toISOString().replace(/\.[0-9]+Z$/, "");
}
