/** Which year an address without a year means (pages.md B4.1). */
import { latestYear as askLatestYear } from "../api/event-year";
import { asFailure } from "../api/failure";
import { getFile } from "../api/http";
import { text } from "../api/types";

/** The key of an event's latest year: from the published list, or from the API when there is none. */
export async function findLatestYear(slug: string): Promise<string> {
  const published = await publishedLatestYear(slug);
  return published === "" ? (await askLatestYear(slug)).year : published;
}

async function publishedLatestYear(slug: string): Promise<string> {
  try {
    const path = `results/${encodeURIComponent(slug.toLowerCase())}/current.json`;
    return text((await getFile(path, { cache: "no-cache" })).latest);
  } catch (thrown) {
    if (isMissing(thrown)) return "";
    throw thrown;
  }
}

/** Whether a published file is not there: storage answers 403 or 404 for files that do not exist. */
export function isMissing(thrown: unknown): boolean {
  const { status } = asFailure(thrown);
  return status === 403 || status === 404;
}
