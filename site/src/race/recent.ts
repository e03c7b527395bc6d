/** Whether an event is live, and its distances: two small files have it. */
import { getFile } from "../api/http";
import { objects, text } from "../api/types";
import { orderDistances } from "../lists/event-order";
import { orderYears } from "../lists/year-order";
import { isMissing } from "./years";

/** The event year that visitors are most likely to want: the live one, else the latest. */
export interface RecentYear {
  year: string;
  live: boolean;
  /** Those with rows, in the order of their tabs (A16). */
  distances: string[];
}

/** Reads an event's own files; null for an event that is not published. */
export async function loadRecentYear(slug: string): Promise<RecentYear | null> {
  const folder = `results/${encodeURIComponent(slug.toLowerCase())}/`;
  try {
    const event = await getFile(`${folder}current.json`, { cache: "no-cache" });
    const years = objects(event.years).map((json) => ({
      year: text(json.year),
      dateTime: text(json.date_time),
      live: json.live === true,
    }));
    const latestLive = orderYears(years).findLast(({ live }) => live);
    const year = latestLive?.year ?? text(event.latest);
    const pointer = await getFile(`${folder}${encodeURIComponent(year)}/current.json`, {
      cache: "no-cache",
    });
    const distances = objects(pointer.distances)
      .map(({ name }) => text(name))
      .filter((name) => name !== "");
    return { year, live: pointer.live === true, distances: orderDistances(distances) };
  } catch (thrown) {
    if (isMissing(thrown)) return null;
    throw thrown;
  }
}
