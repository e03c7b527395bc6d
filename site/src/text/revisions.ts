/** The texts of the lists of revisions: fetched with them. */
import type { revisions as english } from "./en/revisions";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withRevisionsText} has loaded them,
 * which the lists wait for.
 */
export let revisions: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withRevisionsText = fetchedWith<{ revisions: typeof english }>(
  { en: () => import("./en/revisions"), es: () => import("./es/revisions") },
  (texts) => {
    ({ revisions } = texts);
  },
);
