/** Why an event year has no published snapshot (pages.md B3). */
import { results } from "../api/results";
import type { Head } from "./head";

/** Asks the API: yields the head of an empty year, or fails with unknown or restricted. */
export async function emptyHead(slug: string, year: string): Promise<Head> {
  const answer = await results(slug, year);
  return {
    folder: "",
    file: "",
    newest: "",
    event: answer.event,
    eventYear: answer.eventYear,
    years: answer.years,
    distances: [],
    segments: [],
    ageGroups: [],
    boards: [],
    shards: null,
    people: null,
  };
}
