/**
 * The texts of e-mails about a finish: fetched with their part of a runner's page, or with the
 * pages that their links lead to.
 */
import type { email as english } from "./en/email";
import { fetchedWith } from "./fetched";

/** Every text of it, in the shape that every language has. */
export type EmailText = typeof english;

/**
 * The texts in the language of the visit. Set once {@link withEmailText} has loaded them, which
 * part and pages wait for.
 */
export let email: EmailText;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withEmailText = fetchedWith<{ email: EmailText }>(
  { en: () => import("./en/email"), es: () => import("./es/email") },
  (texts) => {
    ({ email } = texts);
  },
);
