/**
 * The texts of the event list: fetched with it, so that visitors who go straight to a race do not
 * load them.
 */
import type { events as english } from "./en/events";
import { fetchedWith } from "./fetched";

export let eventsText: typeof english;

export const withEventsText = fetchedWith<{ events: typeof english }>(
  { en: () => import("./en/events"), es: () => import("./es/events") },
  (texts) => {
    eventsText = texts.events;
  },
);
