import { useCallback } from "react";
import { type Loaded, useLoaded } from "../lib/use-loaded";
import { useSame } from "../lib/use-same";
import type { RaceBoard } from "./boards";
import type { Head } from "./head";
import { loadStandings, type StandingsByDistance } from "./standings";

/**
 * The standings of all distances at once, because a printout has every distance and waits for
 * nothing. Loaded again only when the distances change.
 */
export function useStandings(
  head: Head,
  boards: readonly RaceBoard[],
): Loaded<StandingsByDistance> {
  const { slug } = head.event;
  const { year } = head.eventYear;
  const distances = useSame(boards.map(({ distance }) => distance));
  return useLoaded(
    useCallback(() => loadStandings(slug, year, distances), [slug, year, distances]),
  );
}
