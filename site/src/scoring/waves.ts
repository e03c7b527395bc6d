/** The waves of a race that share one clock, as its rows tell (pages.md C23). */
import { chipMs, clockMs } from "../format/time";
import type { Line } from "./row";

/** Nobody crosses the start for this long between two waves. */
const BETWEEN_MS = 60_000;
/** Fewer runners than this, or than this share of all, are late starters and no wave. */
const WAVE = { runners: 5, share: 0.02 };
/** The first row of a wave crosses the start this long after its gun, at most. */
const FIRST_MS = 10_000;

/**
 * When each wave began on the race's clock, in milliseconds, the first one first. Starts are told
 * by the difference of clock and chip time; one wave where they do not fall apart.
 */
export function wavesOf(lines: readonly Line[]): number[] {
  const starts = lines
    .filter(({ row, state }) => (state === "started" || state === "finished") && clockMs(row) > 0)
    .map(({ row }) => clockMs(row) - chipMs(row))
    .filter((start) => start >= 0)
    .toSorted((a, b) => a - b);
  const groups: { first: number; runners: number }[] = [];
  let before = -Infinity;
  for (const start of starts) {
    const group = groups.at(-1);
    if (group === undefined || start - before >= BETWEEN_MS)
      groups.push({ first: start, runners: 1 });
    else group.runners += 1;
    before = start;
  }
  const waves = groups.filter(
    ({ runners }) => runners >= Math.max(WAVE.runners, starts.length * WAVE.share),
  );
  const [first, ...others] = waves.map((wave) => wave.first);
  if (first === undefined) return [0];
  return [first < FIRST_MS ? 0 : first, ...others];
}
