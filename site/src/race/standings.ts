/** The previous-standings files of an event year (pages.md C12 "Series"). */
import { Failure } from "../api/failure";
import { getText } from "../api/http";
import { readStandings, type Standing } from "../scoring/youth-standings";
import { publishedFiles } from "./years";

/** What the file of each distance says. */
export type StandingsByDistance = ReadonlyMap<string, readonly Standing[]>;

/**
 * Reads the file of every distance that the event's own file names, or of all where it has no list;
 * anything but 200 is an empty one. A network failure is told: without it the scores would be wrong
 * in silence.
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
