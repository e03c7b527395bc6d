/** Corrections of one result by a version, as the history has them (api.md 9.6). */

/** A value before and after; null where there is none. */
export type Pair = readonly [number | null, number | null];

/** The values that a revision may contain, in the order in which they are shown. */
const CORRECTED = ["time", "chip", "laps", "place", "genderPlace", "agePlace"] as const;

export type CorrectedValue = (typeof CORRECTED)[number];

/** The corrected values of one line; unchanged ones are missing. */
export interface Revision extends Partial<Readonly<Record<CorrectedValue, Pair>>> {
  bib: string;
  /** The previous distance if it changed. */
  distance: string;
  /** The runner's new distance, if it changed. */
  to?: string;
  /** The state by its number on the board; null where there is no line. */
  status?: Pair;
}

/** A value of a revision that is worth showing; `before` is null if there was none. */
export interface CorrectedFact {
  value: CorrectedValue;
  before: number | null;
  after: number | null;
}

const FINISHED = 2;

/**
 * The values of a revision to show beside its status; none for runners who no longer have a
 * result.
 */
export function correctedFacts(revision: Revision): CorrectedFact[] {
  const status = revision.status?.[1];
  if (status !== undefined && status !== FINISHED) return [];
  return CORRECTED.flatMap((value) => {
    const [before, after] = revision[value] ?? [null, null];
    return before === after ? [] : [{ value, before, after }];
  });
}

/** Whether a revision is about this runner. */
export function isOf(
  { bib, distance, to }: Revision,
  runner: { bib: string; distance: string },
): boolean {
  return bib === runner.bib.trim() && (runner.distance === distance || runner.distance === to);
}

/**
 * The number of a version, counted from the year's first version; null if there is no such version.
 * The number of the `newest` is known.
 */
export function numberOf(
  version: number,
  newest: { version: number; number: number },
): number | null {
  const number = newest.number - (newest.version - version);
  return Number.isSafeInteger(version) && number >= 1 && version <= newest.version ? number : null;
}
