/** The published list of events. */
import { getFile } from "../api/http";
import { objects, type RaceEvent, readEvent } from "../api/types";
import { isMissing } from "./years";

/** Reads the list of all public events, in the order published. A deployment that never published any has none. */
export async function loadEvents(): Promise<RaceEvent[]> {
  try {
    const json = await getFile("results/index.json", { cache: "no-cache" });
    return objects(json.events).map(readEvent);
  } catch (thrown) {
    if (isMissing(thrown)) return [];
    throw thrown;
  }
}
