import { Failure } from "./failure";
import { post } from "./http";
import { isObject, readYear, type Year } from "./types";

/** `POST event-year` without a year: the event's latest year. */
export async function latestYear(slug: string): Promise<Year> {
  const answer = await post("event-year", { slug });
  if (!isObject(answer.event_year)) throw new Failure(200);
  return readYear(answer.event_year);
}
