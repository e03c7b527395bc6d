/** The previous-standings files of an event year (pages.md C12 "Series"). */
import { Failure } from "../api/failure";
import { getText } from "../api/http";
import { readStandings, type Standing } from "../scoring/youth-standings";

/** What the file of each distance says. */
export type StandingsByDistance = ReadonlyMap<string, readonly Standing[]>;

const part = encodeURIComponent;

/** Reads the file of every distance; anything but 200 is an empty one. A network failure is told: without it the scores would be wrong in silence. */
export async function loadStandings(slug: string, year: string, distances: readonly string[]): Promise<StandingsByDistance> {
  return new Map(await Promise.all(distances.map(async (distance) => [distance, await readFile(slug, year, distance)] as const)));
}

async function readFile(slug: string, year: string, distance: string): Promise<Standing[]> {
  try {
    return readStandings(await getText(`${part(slug.toLowerCase())}/${part(year)}/${part(distance)}/ytp-standings.csv`));
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.status !== 0) return [];
    throw thrown;
  }
}
