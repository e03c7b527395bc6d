import { useCallback } from "react";
import type { RaceBoard } from "./boards";
import type { Head } from "./head";
import { loadStandings, type StandingsByDistance } from "./standings";
import { type Loaded, useLoaded } from "./use-loaded";

/** The standings of all distances at once: paper has every distance, and waits for nothing. Loaded again only when there are other distances. */
export function useStandings(head: Head, boards: readonly RaceBoard[]): Loaded<StandingsByDistance> {
  const { slug } = head.event;
  const { year } = head.eventYear;
  const distances = JSON.stringify(boards.map(({ distance }) => distance));
  return useLoaded(useCallback(() => loadStandings(slug, year, JSON.parse(distances) as string[]), [slug, year, distances]));
}
