/** The event list in parts: what is on now, and the rest by month (pages.md C1). */
import { instantOf, readWrittenTime } from "../format/date";

const DAY = 86_400_000;

/** Part of the list: "YYYY-MM" is a month; "" holds events without a readable date. */
interface EventGroup<T> {
  key: "live" | "today" | "week" | "coming" | string;
  events: T[];
}

/**
 * Groups events: those that are live, then those that began today (in the event's own time zone) or
 * less than a day ago, then those within a week of now, then upcoming ones, the next one first,
 * then months, in the given order. `events` come newest first (A16).
 */
export function groupEvents<T>(
  events: readonly T[],
  timeOf: (event: T) => string,
  now: number,
  isLive: (event: T) => boolean = () => false,
): EventGroup<T>[] {
  const groups = new Map<string, T[]>([
    ["live", []],
    ["today", []],
    ["week", []],
    ["coming", []],
  ]);
  for (const event of events) {
    const key = isLive(event) ? "live" : keyOf(timeOf(event), now);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  groups.get("coming")?.reverse();
  return [...groups]
    .filter(([, group]) => group.length > 0)
    .map(([key, group]) => ({ key, events: group }));
}

/** The first `most` events, in their groups. */
export function firstOf<T>(groups: readonly EventGroup<T>[], most: number): EventGroup<T>[] {
  let left = most;
  return groups.flatMap(({ key, events }) => {
    const first = events.slice(0, left);
    left -= first.length;
    return first.length === 0 ? [] : [{ key, events: first }];
  });
}

/** Of the events of today and this week, which alone can be live, the `most` nearest starts. */
export function nearest<Event extends { recentTime: string }>(
  events: readonly Event[],
  now: number,
  most: number,
): Event[] {
  const distance = ({ recentTime }: Event) => Math.abs((instantOf(recentTime) ?? 0) - now);
  return events
    .filter(({ recentTime }) => ["today", "week"].includes(keyOf(recentTime, now)))
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, most);
}

function keyOf(iso: string, now: number): string {
  const written = readWrittenTime(iso);
  const instant = instantOf(iso);
  if (written === null || instant === null) return "";
  const there = now + written.offsetMinutes * 60_000;
  const today = Math.floor(there / DAY) === Math.floor(written.local / DAY);
  if (today || (instant <= now && now - instant < DAY)) return "today";
  if (Math.abs(instant - now) < 7 * DAY) return "week";
  return instant > now ? "coming" : iso.slice(0, 7);
}
