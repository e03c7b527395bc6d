/** Corrections of one result by a version, as the history has them (api.md 9.6). */

/** A value before and after; null where there is none. */
export type Pair = readonly [number | null, number | null];

/** The values that a revision may contain, in the order in which they are shown. */
const CORRECTED = ["time", "chip", "laps", "place", "genderPlace", "agePlace"] as const;

export type CorrectedValue = (typeof CORRECTED)[number];

/** The corrected values of one line; unchanged ones are missing. */
export interface Revision extends Partial<Readonly<Record<CorrectedValue, Pair>>> {
  /** The previous bib if it was corrected. */
  bib: string;
  /** The runner's new bib, if it was corrected. */
  toBib?: string;
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

/** A runner by the line that they have on the board now. */
export interface OnBoard {
  distance: string;
  bib: string;
}

/**
 * Whom each revision is about, by the lines of today. Bibs change hands: a revision from before that
 * is about whoever has the bib it went to. None for who has no line any more, and for the one before
 * them whose bib somebody else has.
 * @param versions The newest first, without a gap.
 */
export function runnersOf(
  versions: readonly { lines: readonly Revision[] }[],
): ReadonlyMap<Revision, OnBoard | null> {
  const runners = new Map<Revision, OnBoard | null>();
  /** Whose a line is by now, where that is not the runner who has it now. */
  const others = new Map<string, OnBoard | null>();
  const back = new Set<string>();
  for (const { lines } of versions) {
    const moved: { from: string; to: string; runner: OnBoard | null }[] = [];
    for (const line of lines) {
      const { bib, distance, status } = line;
      const now = { bib: line.toBib ?? bib, distance: line.to ?? distance };
      const [from, to] = [keyOf(line), keyOf(now)];
      const isGone = status?.[1] === null && !back.has(from);
      const known = others.get(to);
      const runner = isGone ? null : known === undefined ? now : known;
      runners.set(line, runner);
      if (status?.[0] === null && status[1] !== null) back.add(from);
      else if (status?.[1] === null) back.delete(from);
      if (isGone || from !== to) moved.push({ from, to, runner });
    }
    for (const { to } of moved) others.set(to, null);
    for (const { from, runner } of moved) others.set(from, runner);
  }
  return runners;
}

/** Names a line of the board. */
export function keyOf({ distance, bib }: OnBoard): string {
  return `${distance}\n${bib.trim()}`;
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
