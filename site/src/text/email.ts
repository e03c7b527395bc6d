/**
 * The texts of e-mails about a finish: fetched with their part of a runner's page, or with the
 * pages that their links lead to.
 */
import type { email as english } from "./en/email";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withEmailText} has loaded them, which
 * part and pages wait for.
 */
export let email: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withEmailText = fetchedWith<{ email: typeof english }>(
  { en: () => import("./en/email"), es: () => import("./es/email") },
  (texts) => {
    ({ email } = texts);
  },
);
