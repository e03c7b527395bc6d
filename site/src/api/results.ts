import { Failure } from "./failure";
import { post } from "./http";
import { isObject, objects, type RaceEvent, readEvent, readYear, type Year } from "./types";

/** The part of `POST results` that the site needs: whose empty page it is. */
interface ResultsAnswer {
  event: RaceEvent;
  eventYear: Year;
  years: Year[];
}

/** `POST results`, only to learn why a year has no snapshot: unknown, restricted or empty. */
export async function results(slug: string, year: string): Promise<ResultsAnswer> {
  const answer = await post("results", { slug, year });
  if (!isObject(answer.event) || !isObject(answer.event_year)) throw new Failure(200);
  return {
    event: readEvent(answer.event),
    eventYear: readYear(answer.event_year),
    years: objects(answer.years).map(readYear),
  };
}
