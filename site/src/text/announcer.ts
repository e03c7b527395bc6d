/** The texts of the awards desk, the arrivals and the kiosk: fetched with them. */
import type { announcer as english } from "./en/announcer";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withAnnouncerText} has loaded them, which
 * all three wait for.
 */
export let announcer: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withAnnouncerText = fetchedWith<{ announcer: typeof english }>(
  { en: () => import("./en/announcer"), es: () => import("./es/announcer") },
  (texts) => {
    ({ announcer } = texts);
  },
);
