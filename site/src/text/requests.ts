/** The texts of what runners requested: fetched with their part of the event desk. */
import type { requests as english } from "./en/requests";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withRequestsText} has loaded them, which
 * the part waits for.
 */
export let requests: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withRequestsText = fetchedWith<{ requests: typeof english }>(
  { en: () => import("./en/requests"), es: () => import("./es/requests") },
  (texts) => {
    ({ requests } = texts);
  },
);
