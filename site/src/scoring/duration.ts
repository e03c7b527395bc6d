/** How long a timed race lasts, and what comes after that (pages.md C24 "Timed race"). */
import { clockMs } from "../format/time";
import type { Row } from "./row";

/**
 * "24 Hour", "6hr", "12-hours", "24h": the distance's name is the only place where an uploaded race
 * says how long it lasts.
 */
const HOURS = /(?:^|[^\d.,])(\d{1,3})\s*-?\s*(?:h|hr|hrs|hour|hours|horas?)(?![a-z])/i;
const HOUR_MS = 3_600_000;

/**
 * How long a timed race lasts in milliseconds, by its distance's name; null if that names no hours.
 */
export function durationOf(distance: string): number | null {
  const hours = Number(HOURS.exec(distance)?.[1] ?? 0);
  return hours > 0 ? hours * HOUR_MS : null;
}

/**
 * Whether a lap of a timed race ended after the hours that the name of its distance says. It stays
 * as the timer uploaded it: whether it counts is not decided here.
 */
export function endsLate(row: Row, distance = row.distance): boolean {
  return row.finish && clockMs(row) > (durationOf(distance) ?? Infinity);
}
