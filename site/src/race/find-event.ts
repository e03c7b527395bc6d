import { Failure } from "../api/failure";
import { post } from "../api/http";
import { isObject, type RaceEvent, readEvent } from "../api/types";
import { loadEvents } from "./events";

/** An event: from the published list, or from the API where it is not in it. */
export async function findEvent(slug: string): Promise<RaceEvent> {
  const listed = (await loadEvents()).events.find((event) => event.slug === slug.toLowerCase());
  if (listed !== undefined) return listed;
  const { event } = await post("event", { slug });
  if (!isObject(event)) throw new Failure(200);
  return readEvent(event);
}
