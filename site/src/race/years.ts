/** Which year an address without a year means (pages.md B4.1). */
import { asFailure, Failure } from "../api/failure";
import { getFile, post } from "../api/http";
import { isObject, type JsonObject, objects, text } from "../api/types";
import { orderYears } from "../lists/year-order";

/** The key of an event's latest year, from the published list, or else from the API. */
export async function findLatestYear(slug: string): Promise<string> {
  const published = await publishedLatestYear(slug);
  return published === "" ? await askLatestYear(slug) : published;
}

/** `POST event-year` without a year: the event's latest. */
async function askLatestYear(slug: string): Promise<string> {
  const { event_year: year } = await post("event-year", { slug });
  if (!isObject(year)) throw new Failure(200);
  return text(year.year);
}

/** An event's published years, newest first; empty if it is not published. */
export async function publishedYears(slug: string): Promise<string[]> {
  const years = objects((await publishedEvent(slug))?.years).map((year) => ({
    year: text(year.year),
    dateTime: text(year.date_time),
  }));
  return orderYears(years)
    .map(({ year }) => year)
    .toReversed();
}

/** Where an event's files are, below the downloads host; null where that is unknown. */
export async function publishedFiles(slug: string): Promise<ReadonlySet<string> | null> {
  const files = (await publishedEvent(slug))?.files;
  return Array.isArray(files) ? new Set(files.map(text)) : null;
}

/** Whether the event names a series definition: most have none, and request none. */
export async function hasSeries(slug: string): Promise<boolean> {
  return (await publishedFiles(slug))?.has(seriesPath(slug.toLowerCase())) === true;
}

/** Path of an event's series definition below the downloads host. */
export function seriesPath(slug: string): string {
  return `series/${slug}.js`;
}

async function publishedLatestYear(slug: string): Promise<string> {
  return text((await publishedEvent(slug))?.latest);
}

async function publishedEvent(slug: string): Promise<JsonObject | null> {
  try {
    return await getFile(`results/${encodeURIComponent(slug.toLowerCase())}/current.json`, {
      cache: "no-cache",
    });
  } catch (thrown) {
    if (isMissing(thrown)) return null;
    throw thrown;
  }
}

/** Whether a published file does not exist: storage answers 403 or 404 for those. */
export function isMissing(thrown: unknown): boolean {
  const { status } = asFailure(thrown);
  return status === 403 || status === 404;
}
