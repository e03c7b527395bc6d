/**
 * Where a runner on course is at a given moment, derived from the last passage and the estimates
 * (pages.md C6 "On-course block").
 */
import { instantOf } from "../format/date";
import type { CoursePoint } from "./course";
import type { Estimates, Expected } from "./estimates";
import type { Row } from "./row";

/** Where a runner on course is at one moment. */
export interface Sighting {
  /**
   * Whole minutes since the last passage; null when its time is unknown, or in the future by the
   * viewer's clock.
   */
  minutesAgo: number | null;
  /**
   * The next point and when the runner is expected there; null when there is nothing to estimate
   * from.
   */
  next: Expected | null;
  /** Whether the runner should have been there by now. */
  overdue: boolean;
}

/** The sighting at `now`, in milliseconds since 1970. */
export function sightingAt(now: number, latest: Row, answer: Estimates | null): Sighting {
  const seen = instantOf(latest.localTime);
  const next = answer?.next ?? answer?.finish ?? null;
  return {
    minutesAgo: seen === null || seen > now ? null : Math.floor((now - seen) / 60_000),
    next,
    overdue: next !== null && isPast(next, now),
  };
}

/** Whether an expected time, or its whole range, has passed, judged by the minutes shown. */
export function isPast({ local, range }: Expected, now: number): boolean {
  const at = instantOf(range?.[1].local ?? local);
  return at !== null && now >= at + 60_000;
}

/**
 * How far towards the next point an estimate alone can move a runner: only a passage shows that
 * they were there.
 */
const NEAREST = 0.95;

/**
 * How far along the course the runner is at `now`, from 0 to 1: from the last point at the
 * estimated pace, but never beyond the next.
 */
export function alongAt(
  now: number,
  points: readonly CoursePoint[],
  latest: Row,
  { next }: Sighting,
): number {
  const here = points.find(({ name }) => name === latest.segment)?.along ?? 0;
  const there = points.find(({ name }) => name === next?.name)?.along;
  const [seen, expected] = [
    instantOf(latest.localTime),
    next === null ? null : instantOf(next.local),
  ];
  if (there === undefined || seen === null || expected === null || expected <= seen) return here;
  const share = Math.min(NEAREST, Math.max(0, (now - seen) / (expected - seen)));
  return here + (there - here) * share;
}
