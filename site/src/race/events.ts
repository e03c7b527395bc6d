/** The published list of events. */
import { getFile } from "../api/http";
import { objects, type RaceEvent, readEvent, text } from "../api/types";
import { isMissing } from "./years";

/**
 * All public events, in the order published, and the time of the list (ISO; "" when nothing was
 * ever published).
 */
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
