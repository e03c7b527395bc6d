/** The texts of results of earlier races: fetched with a search, or on request. */
import type { names as english } from "./en/names";
import { fetchedWith } from "./fetched";

/** Every text of it, in the shape that every language has. */
export type NamesText = typeof english;

/**
 * The texts in the language of the visit. Set once {@link withNamesText} has loaded them, which
 * what shows them waits for.
 */
export let namesText: NamesText;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withNamesText = fetchedWith<{ names: NamesText }>(
  { en: () => import("./en/names"), es: () => import("./es/names") },
  (texts) => {
    namesText = texts.names;
  },
);
