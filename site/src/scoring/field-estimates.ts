/**
 * When to expect a runner on course, estimated from how long others took for the same stretch
 * (pages.md C6 "On-course block"; docs/decisions/estimates.md).
 */
import { chipMs } from "../format/time";
import { courseOf, distanceIn } from "./course";
import { estimates, type Estimates, type Expected, latestRead, momentAfter } from "./estimates";
import { liveSegments } from "./live-segments";
import type { Row } from "./row";
import { rowKind } from "./row-kind";
import { FINISH, type Segment } from "./segments";

/**
 * Others are weighted by how close their chip time at the last point is to the runner's: at this
 * distance, as the logarithm of the ratio, the weight is 61 %.
 */
const NEAR = 0.2;
/** With fewer others than this, summed by weight, there is no range. */
const ENOUGH = 3;
/** The prior: this many runners who kept their pace, with the usual spread (of the logarithm). */
const BEFORE = { runners: 2, spread: 0.04 };
/** Standard deviations to each side that hold 80 % of a normal distribution. */
const FOUR_FIFTHS = 1.2816;

/**
 * A stretch that took this many times what was to be expected of it has a stop in it: a nap, a long
 * rest. Who goes on runs, so it says nothing about the pace.
 */
export const STOP = 1.5;

/** The rows of a runner on course, and of the field. */
export interface FieldRows {
  rows: readonly Row[];
  /** All rows of others of the distance, one list per runner. */
  field: readonly (readonly Row[])[];
}

/**
 * When to expect a runner while the race is live: at the pace of the last stretch, without a stop
 * in it, and as a range wherever enough others of the distance have been. Null when there is
 * nothing to estimate from.
 */
export function liveEstimates(
  segments: readonly Segment[],
  distance: string,
  { rows, field }: FieldRows,
): Estimates | null {
  const answer = estimates(segments, rows, distance, true);
  const latest = latestRead(rows);
  if (answer === null || latest === null) return answer;
  const { from, to } = answer.behind;
  const stretch = chipMs(to) - (from === null ? 0 : chipMs(from));
  if (stretch <= 0) return answer;
  const others = field.map(chipTimes);
  const usual = from === null ? null : usualOf(segments, distance, from, to, others);
  const running = usual !== null && stretch > usual * STOP ? usual : stretch;
  const expect = (expected: Expected | null) => {
    if (expected === null) return null;
    const steady = (expected.steady * running) / stretch;
    const changes = others.flatMap((times) =>
      paceChange(times, from?.segment ?? null, to.segment, latest.segment, expected.name),
    );
    const plain = { ...expected, ...momentAfter(latest, Math.round(steady)) };
    return withRange(plain, latest, { here: chipMs(latest), running, steady }, changes);
  };
  return { ...answer, next: expect(answer.next), finish: expect(answer.finish) };
}

/**
 * The estimates to show of a runner: while the race is live {@link liveEstimates}, later those of
 * the own rows. Nobody is expected at a dead mat, as far as these rows tell.
 */
export function shownEstimates(
  segments: readonly Segment[],
  distance: string,
  known: FieldRows,
  live: boolean,
): Estimates | null {
  const course = liveSegments(segments, distance, [known.rows, ...known.field]);
  return live ? liveEstimates(course, distance, known) : estimates(course, known.rows, distance);
}

/**
 * The time that the last stretch would take the runner, in milliseconds, as others changed their
 * pace on it, or at an even pace; null where it cannot be told.
 */
function usualOf(
  segments: readonly Segment[],
  distance: string,
  before: Row,
  latest: Row,
  others: readonly ReadonlyMap<string, number>[],
): number | null {
  const course = courseOf(segments, distance);
  const [there, here] = [course.get(before.segment), course.get(latest.segment)];
  const value = here && there && distanceIn(here, there);
  if (here === undefined || value === undefined || value === null) return null;
  if (value <= 0 || value >= here.distanceValue || chipMs(before) <= 0) return null;
  const even = Math.log((here.distanceValue - value) / value);
  const changes = others.flatMap((times) =>
    paceChange(times, null, before.segment, before.segment, latest.segment),
  );
  return chipMs(before) * Math.exp(changeOf(changes, chipMs(before), even).mean);
}

/** Another runner's change of pace on a stretch. */
interface PaceChange {
  /** Chip time at the last point, in milliseconds. */
  here: number;
  /** Logarithm of the ratio of the time for the stretch to that for the one before it. */
  change: number;
}

/** First chip time at every point, in milliseconds. */
function chipTimes(rows: readonly Row[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const row of rows) {
    const kind = rowKind(row);
    const point = kind === "finish" ? FINISH : kind === "course" ? row.segment : null;
    if (point !== null) times.set(point, Math.min(times.get(point) ?? Infinity, chipMs(row)));
  }
  return times;
}

/**
 * Empty for somebody who was not read at one of the points; `from` is null for the start. What passed
 * between `to` and `here` was a stop.
 */
function paceChange(
  times: ReadonlyMap<string, number>,
  from: string | null,
  to: string,
  here: string,
  target: string,
): PaceChange[] {
  const begin = from === null ? 0 : times.get(from);
  const [end, at, came] = [to, here, target].map((point) => times.get(point));
  if (begin === undefined || end === undefined || at === undefined || came === undefined) return [];
  if (end <= begin || at < end || came <= at) return [];
  return [{ here: at, change: Math.log((came - at) / (end - begin)) }];
}

/**
 * How others changed their pace: weighed by how near they are, with those who kept it, and without
 * those who stopped on the way.
 */
function changeOf(
  others: readonly PaceChange[],
  here: number,
  steady: number,
): { weight: number; mean: number; variance: number } {
  const middle = others.map(({ change }) => change).toSorted((a, b) => a - b)[
    Math.floor(others.length / 2)
  ];
  const weighed = others
    .filter(({ change }) => change <= (middle ?? 0) + Math.log(STOP))
    .map((other) => ({
      change: other.change,
      weight: Math.exp(-((Math.log(other.here / here) / NEAR) ** 2) / 2),
    }));
  const weight = sum(weighed.map((one) => one.weight));
  const mean =
    (sum(weighed.map((one) => one.weight * one.change)) + BEFORE.runners * steady) /
    (weight + BEFORE.runners);
  const variance =
    (BEFORE.runners * BEFORE.spread ** 2 +
      sum(weighed.map((one) => one.weight * (one.change - mean) ** 2))) /
    (weight + BEFORE.runners);
  return { weight, mean, variance };
}

/**
 * The estimate for the stretch ahead from the time the runner was running on the one behind, and
 * the change of pace of others; unchanged where too few of them were there.
 */
function withRange(
  expected: Expected,
  latest: Row,
  own: { here: number; running: number; steady: number },
  others: readonly PaceChange[],
): Expected {
  const steady = Math.log((own.steady * 1000) / own.running);
  const { weight, mean, variance } = changeOf(others, own.here, steady);
  if (weight < ENOUGH) return expected;
  const aside = FOUR_FIFTHS * Math.sqrt(variance * (1 + 1 / weight));
  const after = (change: number) =>
    momentAfter(latest, Math.round((own.running * Math.exp(change)) / 1000));
  return { ...expected, ...after(mean), range: [after(mean - aside), after(mean + aside)] };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
