/** The texts of the lists of corrections: fetched with them. */
import type { corrections as english } from "./en/corrections";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withCorrectionsText} has loaded them,
 * which the lists wait for.
 */
export let corrections: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withCorrectionsText = fetchedWith<{ corrections: typeof english }>(
  { en: () => import("./en/corrections"), es: () => import("./es/corrections") },
  (texts) => {
    ({ corrections } = texts);
  },
);
