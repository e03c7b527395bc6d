/** The texts of results of earlier races: fetched with a search, or on request. */
import type { names as english } from "./en/names";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withNamesText} has loaded them, which
 * what shows them waits for.
 */
export let namesText: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withNamesText = fetchedWith<{ names: typeof english }>(
  { en: () => import("./en/names"), es: () => import("./es/names") },
  (texts) => {
    namesText = texts.names;
  },
);
