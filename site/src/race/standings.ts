/** The previous-standings file of a distance (pages.md C12 "Series"). */
import { Failure } from "../api/failure";
import { getText } from "../api/http";
import { readStandings, type Standing } from "../scoring/youth-standings";

const part = encodeURIComponent;

/** Reads the file; anything but 200 is an empty one. A network failure is told: without it the scores would be wrong in silence. */
export async function loadStandings(slug: string, year: string, distance: string): Promise<Standing[]> {
  try {
    return readStandings(await getText(`${part(slug.toLowerCase())}/${part(year)}/${part(distance)}/ytp-standings.csv`));
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.status !== 0) return [];
    throw thrown;
  }
}
