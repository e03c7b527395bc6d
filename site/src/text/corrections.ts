/** The texts of what was corrected: fetched with it. */
import type { corrections as english } from "./en/corrections";
import { fetchedWith } from "./fetched";

/** Every text of it, in the shape that every language has. */
export type CorrectionsText = typeof english;

/**
 * The texts in the language of the visit. There once {@link withCorrectionsText} has brought them,
 * which the lists wait for.
 */
export let corrections: CorrectionsText;

/**
 * Brings the texts, with the code that shows them; in English where those of the language cannot be
 * loaded.
 */
export const withCorrectionsText = fetchedWith<{ corrections: CorrectionsText }>(
  { en: () => import("./en/corrections"), es: () => import("./es/corrections") },
  (texts) => {
    ({ corrections } = texts);
  },
);
