/**
 * The texts of results for use elsewhere: fetched on request of files, and with the embedded table.
 */
import type { others as english } from "./en/others";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withOthersText} has loaded them, which
 * what shows them waits for.
 */
export let othersText: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withOthersText = fetchedWith<{ others: typeof english }>(
  { en: () => import("./en/others"), es: () => import("./es/others") },
  (texts) => {
    othersText = texts.others;
  },
);
