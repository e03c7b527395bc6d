import { startTransition, useEffect, useState } from "react";
import { useSame } from "../lib/use-same";
import { loadRecentYear, type RecentYear } from "./recent";

/** By slug; events that could not be reached or are not published are missing. */
export type RecentYears = ReadonlyMap<string, RecentYear>;

/** How long a list waits for the data that decides its order. */
const WAIT_MS = 1_500;

const NONE: RecentYears = new Map();

/** The event years from earlier in this visit, to draw at once; they are still read again. */
let last: RecentYears | null = null;

/** Starts over as in a new visit. */
export function forgetRecentYears(): void {
  last = null;
}

/**
 * The recent year of each of these events, read once per visit to the page; not while `online` is
 * false. `years` is what is known so far. `drawn` is what the list is ordered by: null until it may
 * be drawn, and then empty if the answers came late, so that no line moves under a finger.
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
