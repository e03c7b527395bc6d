/** The previous-standings files of an event year (pages.md C12 "Series"). */
import { useCallback } from "react";
import { Failure } from "../api/failure";
import { getText } from "../api/http";
import { type Loaded, useLoaded } from "../lib/use-loaded";
import { useSame } from "../lib/use-same";
import { readStandings, type Standing } from "../scoring/youth-standings";
import type { RaceBoard } from "./boards";
import type { Head } from "./head";
import { publishedFiles } from "./years";

/** The contents of each distance's file. */
export type StandingsByDistance = ReadonlyMap<string, readonly Standing[]>;

/**
 * Reads the file of every distance that the event's own file names, or of all distances where it
 * has no list; any status but 200 counts as an empty file. A network failure is reported: without
 * the file the scores would be silently wrong.
 */
export async function loadStandings(
  slug: string,
  year: string,
  distances: readonly string[],
): Promise<StandingsByDistance> {
  const files = await publishedFiles(slug);
  return new Map(
    await Promise.all(
      distances.map(async (distance) => {
        const path = [slug.toLowerCase(), year, distance, "ytp-standings.csv"];
        return [
          distance,
          files === null || files.has(path.join("/")) ? await readFile(path) : [],
        ] as const;
      }),
    ),
  );
}

async function readFile(path: readonly string[]): Promise<Standing[]> {
  try {
    return readStandings(await getText(path.map(encodeURIComponent).join("/")));
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.status !== 0) return [];
    throw thrown;
  }
}

/** The standings of all distances at once: a printout has all and waits for nothing. */
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
