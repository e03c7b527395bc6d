/** The texts that explain a place: fetched with the explanation. */
import type { why as english } from "./en/why";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withWhyText} has loaded them, which the
 * explanations wait for.
 */
export let why: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withWhyText = fetchedWith<{ why: typeof english }>(
  { en: () => import("./en/why"), es: () => import("./es/why") },
  (texts) => {
    ({ why } = texts);
  },
);
