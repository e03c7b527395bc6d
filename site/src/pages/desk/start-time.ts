/** When a year starts: day, time of day and offset from UTC at the race (api.md 1.6). */
import { readWrittenTime } from "../../format/date";

/** A start that is being entered. */
export interface StartTime {
  /** "2026-05-02", or "". */
  date: string;
  /** "08:00" or "08:00:30", or "". */
  time: string;
  /** "-07:00"; "" for that of this device on the day of the race. */
  offset: string;
}

/** Every offset that is in use somewhere. */
const OFFSETS: readonly string[] = [
  "-12:00",
  "-11:00",
  "-10:00",
  "-09:30",
  "-09:00",
  "-08:00",
  "-07:00",
  "-06:00",
  "-05:00",
  "-04:00",
  "-03:30",
  "-03:00",
  "-02:30",
  "-02:00",
  "-01:00",
  "+00:00",
  "+01:00",
  "+02:00",
  "+03:00",
  "+03:30",
  "+04:00",
  "+04:30",
  "+05:00",
  "+05:30",
  "+05:45",
  "+06:00",
  "+06:30",
  "+07:00",
  "+08:00",
  "+08:45",
  "+09:00",
  "+09:30",
  "+10:00",
  "+10:30",
  "+11:00",
  "+12:00",
  "+12:45",
  "+13:00",
  "+13:45",
  "+14:00",
];

/** The offsets to choose from, plus that of a year if it is not in use anywhere. */
export function offsetsWith(offset: string): readonly string[] {
  return OFFSETS.includes(offset) ? OFFSETS : [offset, ...OFFSETS];
}

/** The parts of a stored start; empty if it cannot be read. */
export function readStart(iso: string): StartTime {
  const read = readWrittenTime(iso);
  if (read === null) return { date: "", time: "", offset: "" };
  const [date = "", clock = ""] = iso.split("T");
  const time = clock.slice(0, 8);
  return {
    date,
    time: time.endsWith(":00") ? time.slice(0, 5) : time,
    offset: /^z?$/i.test(read.offset) ? "+00:00" : read.offset,
  };
}

/** The start as it is sent; "" while day or time is missing. */
export function writeStart(start: StartTime): string {
  const { date, time } = start;
  if (date === "" || time === "") return "";
  const offset = offsetOf(start);
  return `${date}T${time.length === "08:00".length ? `${time}:00` : time}${offset === "+00:00" ? "Z" : offset}`;
}

/** The offset that applies to a start. */
export function offsetOf(start: StartTime): string {
  return start.offset === "" ? deviceOffset(start) : start.offset;
}

/** The offset of this device's time zone at that day and time; today's while they are missing. */
export function deviceOffset({ date, time }: StartTime): string {
  const local = new Date(`${date}T${time === "" ? "12:00" : time}`);
  return written(-(Number.isNaN(local.getTime()) ? new Date() : local).getTimezoneOffset());
}

/** The name of this device's time zone, such as "America/Los_Angeles"; "" where it has none. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

/** "UTC-07:00", "UTC". */
export function offsetName(offset: string): string {
  return offset === "+00:00" ? "UTC" : `UTC${offset}`;
}

function pad(value: number): string {
  return String(Math.floor(value)).padStart(2, "0");
}

function written(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${pad(size / 60)}:${pad(size % 60)}`;
}
