/** Bibs worn in several distances of an event year: two runners each (pages.md A1.2). */
import type { RaceBoard } from "./boards";

/** Cached per list of boards: every table of a page asks. */
const cached = new WeakMap<readonly RaceBoard[], ReadonlySet<string>>();

/** The distance a runner's address has to name; undefined where the bib is enough. */
export function distanceToName(
  boards: readonly RaceBoard[],
  distance: string,
  bib: string,
): string | undefined {
  let shared = cached.get(boards);
  if (shared === undefined) {
    shared = sharedBibs(boards);
    cached.set(boards, shared);
  }
  return shared.has(bib) ? distance : undefined;
}

function sharedBibs(boards: readonly RaceBoard[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  if (boards.length < 2) return shared;
  for (const { lines } of boards) {
    for (const { row } of lines) (seen.has(row.bib) ? shared : seen).add(row.bib);
  }
  return shared;
}
