/**
 * The texts of the event list: fetched with it, so that visitors who go straight to a race do not
 * load them.
 */
import type { events as english } from "./en/events";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withEventsText} has loaded them, which
 * the list waits for.
 */
export let eventsText: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withEventsText = fetchedWith<{ events: typeof english }>(
  { en: () => import("./en/events"), es: () => import("./es/events") },
  (texts) => {
    eventsText = texts.events;
  },
);
