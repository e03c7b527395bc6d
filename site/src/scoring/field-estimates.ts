/**
 * When to expect a runner on course, estimated from how long others took for the same stretch
 * (pages.md C6 "On-course block"; docs/decisions/estimates.md).
 */
import { chipMs } from "../format/time";
import { type Estimates, type Expected, latestRead, momentAfter } from "./estimates";
import { splitPerson } from "./person-split";
import type { Row } from "./row";
import { rowKind } from "./row-kind";
import { FINISH } from "./segments";

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
 * The estimates, with a range for each point that enough others of the distance have reached; the
 * others stay as they are. `rows` holds all rows of the runner, `field` those of the others, one
 * list per runner.
 */
export function fieldEstimates(
  answer: Estimates,
  rows: readonly Row[],
  field: readonly (readonly Row[])[],
): Estimates {
  const latest = latestRead(rows);
  if (latest === null) return answer;
  const before = splitPerson("distance", rows).table.at(-2);
  const own = { before: before === undefined ? 0 : chipMs(before), here: chipMs(latest) };
  if (own.here <= own.before) return answer;
  const others = field.map(chipTimes);
  const ranged = (expected: Expected | null) =>
    expected &&
    withRange(
      expected,
      latest,
      own,
      others.flatMap((times) =>
        paceChange(times, before?.segment ?? null, latest.segment, expected.name),
      ),
    );
  return { ...answer, next: ranged(answer.next), finish: ranged(answer.finish) };
}

/** What another runner says about a stretch. */
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

/** Empty for somebody who was not read at one of the points; `before` is null for the start. */
function paceChange(
  times: ReadonlyMap<string, number>,
  before: string | null,
  here: string,
  target: string,
): PaceChange[] {
  const [from, at, to] = [
    before === null ? 0 : times.get(before),
    times.get(here),
    times.get(target),
  ];
  if (from === undefined || at === undefined || to === undefined || at <= from || to <= at)
    return [];
  return [{ here: at, change: Math.log((to - at) / (at - from)) }];
}

/**
 * The estimate for the stretch ahead from the runner's previous stretch and the change of pace of
 * others; unchanged where too few of them were there.
 */
function withRange(
  expected: Expected,
  latest: Row,
  own: { before: number; here: number },
  others: readonly PaceChange[],
): Expected {
  const weighed = others.map(({ here, change }) => ({
    change,
    weight: Math.exp(-((Math.log(here / own.here) / NEAR) ** 2) / 2),
  }));
  const weight = sum(weighed.map((one) => one.weight));
  if (weight < ENOUGH) return expected;
  const steady = Math.log((expected.steady * 1000) / (own.here - own.before));
  const mean =
    (sum(weighed.map((one) => one.weight * one.change)) + BEFORE.runners * steady) /
    (weight + BEFORE.runners);
  const variance =
    (BEFORE.runners * BEFORE.spread ** 2 +
      sum(weighed.map((one) => one.weight * (one.change - mean) ** 2))) /
    (weight + BEFORE.runners);
  const aside = FOUR_FIFTHS * Math.sqrt(variance * (1 + 1 / weight));
  const after = (change: number) =>
    momentAfter(latest, Math.round(((own.here - own.before) * Math.exp(change)) / 1000));
  return { ...expected, ...after(mean), range: [after(mean - aside), after(mean + aside)] };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
