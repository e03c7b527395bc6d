/** The texts of the lists of corrections: fetched with them. */
import type { corrections as english } from "./en/corrections";
import { fetchedWith } from "./fetched";

/** Every text of it, in the shape that every language has. */
export type CorrectionsText = typeof english;

/**
 * The texts in the language of the visit. Set once {@link withCorrectionsText} has loaded them,
 * which the lists wait for.
 */
export let corrections: CorrectionsText;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withCorrectionsText = fetchedWith<{ corrections: CorrectionsText }>(
  { en: () => import("./en/corrections"), es: () => import("./es/corrections") },
  (texts) => {
    ({ corrections } = texts);
  },
);
