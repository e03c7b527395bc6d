import { Failure } from "../api/failure";
import { post } from "../api/http";
import { isObject, readEvent } from "../api/types";
import { loadEvents } from "./events";

/** Name of an event: from the published list, or from the API for one that is not in it. */
export async function eventName(slug: string): Promise<string> {
  const listed = (await loadEvents()).events.find((event) => event.slug === slug.toLowerCase());
  if (listed !== undefined) return listed.name;
  const { event } = await post("event", { slug });
  if (!isObject(event)) throw new Failure(200);
  return readEvent(event).name;
}
