/** What a version corrected of one result, as the history has it (api.md 9.6). */

/** A value before and after; null where there is none. */
export type Pair = readonly [number | null, number | null];

/** Values that a correction may have, in the order in which they are told. */
export const CORRECTED = ["time", "chip", "laps", "place", "genderPlace", "agePlace"] as const;

export type CorrectedValue = (typeof CORRECTED)[number];

/** What is another of one line; only what changed is there. */
export interface Correction extends Partial<Readonly<Record<CorrectedValue, Pair>>> {
  bib: string;
  /** That of before, where it changed. */
  distance: string;
  /** The distance the runner is in now, where that is another. */
  to?: string;
  /** The state by its number on the board; null: there is no line. */
  status?: Pair;
}

/** A value of a correction that is worth telling: both, or what it is now where there was none. */
export interface CorrectedFact {
  value: CorrectedValue;
  before: number | null;
  after: number | null;
}

const FINISHED = 2;

/** What is told of a correction beside its status: nothing of who has no result any more. */
export function correctedFacts(correction: Correction): CorrectedFact[] {
  const status = correction.status?.[1];
  if (status !== undefined && status !== FINISHED) return [];
  return CORRECTED.flatMap((value) => {
    const [before, after] = correction[value] ?? [null, null];
    return before === after ? [] : [{ value, before, after }];
  });
}

/** Whether a correction is about this runner. */
export function isOf(
  { bib, distance, to }: Correction,
  runner: { bib: string; distance: string },
): boolean {
  return bib === runner.bib.trim() && (runner.distance === distance || runner.distance === to);
}

/**
 * Which version of the year's life a version is; null for one that cannot be among them. `newest`
 * is told with its number.
 */
export function numberOf(
  version: number,
  newest: { version: number; number: number },
): number | null {
  const number = newest.number - (newest.version - version);
  return Number.isSafeInteger(version) && number >= 1 && version <= newest.version ? number : null;
}
