import { startTransition, useEffect, useState } from "react";
import { useSame } from "../lib/use-same";
import { loadRecentYear, type RecentYear } from "./recent";

/** By slug; an event that was not reached, or is not published, is not in it. */
export type RecentYears = ReadonlyMap<string, RecentYear>;

/** How long a list waits for what decides its order. */
const WAIT_MS = 1_500;

const NONE: RecentYears = new Map();

/**
 * The event years of this visit, so that coming back to the list draws at once; they are still read
 * again.
 */
let last: RecentYears | null = null;

/** As a new visit: nothing has been heard. */
export function forgetRecentYears(): void {
  last = null;
}

/**
 * The recent year of each of these events, read once a visit to the page; not while `online` is
 * false. `years` is what is known by now. `drawn` is what a list is ordered by: null until it may
 * be drawn, and then nothing where the answers came late, so that they move no line under a finger.
 */
export function useRecentYears(
  slugs: readonly string[],
  online: boolean,
): { years: RecentYears; drawn: RecentYears | null } {
  const [years, setYears] = useState(last);
  const [drawn, setDrawn] = useState(last);
  const asked = useSame(slugs);
  const nobody = asked.length === 0 || !online;
  useEffect(() => {
    if (nobody) return undefined;
    const waited = setTimeout(() => setDrawn((before) => before ?? NONE), WAIT_MS);
    let wanted = true;
    const loads = asked.map(
      async (slug) => [slug, await loadRecentYear(slug).catch(() => null)] as const,
    );
    void Promise.all(loads).then((answers) => {
      const known = new Map(
        answers.flatMap(([slug, year]) => (year === null ? [] : [[slug, year] as const])),
      );
      last = known;
      if (!wanted) return;
      startTransition(() => {
        setYears(known);
        setDrawn((before) => (before === NONE ? before : known));
      });
    });
    return () => {
      wanted = false;
      clearTimeout(waited);
    };
  }, [asked, nobody]);
  return { years: years ?? NONE, drawn: drawn ?? (nobody ? NONE : null) };
}
