/** The published list of events, and one event. */
import { Failure } from "../api/failure";
import { getFile, post } from "../api/http";
import { isObject, objects, type RaceEvent, readEvent, text } from "../api/types";
import { isMissing } from "./years";

/** All public events as published, and the list's time (ISO; "" before the first). */
export interface PublishedEvents {
  events: RaceEvent[];
  updatedAt: string;
}

/** Reads the list; empty if the deployment never published an event. */
export async function loadEvents(): Promise<PublishedEvents> {
  try {
    const json = await getFile("results/index.json", { cache: "no-cache" });
    return { events: objects(json.events).map(readEvent), updatedAt: text(json.updated_at) };
  } catch (thrown) {
    if (isMissing(thrown)) return { events: [], updatedAt: "" };
    throw thrown;
  }
}

/** An event: from the published list, or from the API where it is not in it. */
export async function findEvent(slug: string): Promise<RaceEvent> {
  const listed = (await loadEvents()).events.find((event) => event.slug === slug.toLowerCase());
  if (listed !== undefined) return listed;
  const { event } = await post("event", { slug });
  if (!isObject(event)) throw new Failure(200);
  return readEvent(event);
}
