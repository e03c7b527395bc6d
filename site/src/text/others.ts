/**
 * The texts of results for use elsewhere: fetched on request of files, and with the embedded table.
 */
import type { others as english } from "./en/others";
import { fetchedWith } from "./fetched";

/** Every text of it, in the shape that every language has. */
export type OthersText = typeof english;

/**
 * The texts in the language of the visit. Set once {@link withOthersText} has loaded them, which
 * what shows them waits for.
 */
export let othersText: OthersText;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withOthersText = fetchedWith<{ others: OthersText }>(
  { en: () => import("./en/others"), es: () => import("./es/others") },
  (texts) => {
    othersText = texts.others;
  },
);
