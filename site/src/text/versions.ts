/** The texts of earlier versions of results: fetched with their part of the event desk. */
import type { versions as english } from "./en/versions";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withVersionsText} has loaded them, which
 * the part waits for.
 */
export let versions: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withVersionsText = fetchedWith<{ versions: typeof english }>(
  { en: () => import("./en/versions"), es: () => import("./es/versions") },
  (texts) => {
    ({ versions } = texts);
  },
);
