/**
 * The wording of consent to text alerts, and of their terms and privacy pages: fetched with the
 * form or the page, so that readers of results do not pay for it.
 */
import type { consent as english } from "./en/consent";
import { fetchedWith } from "./fetched";

type ConsentText = typeof english;

/**
 * The texts in the language of the visit. Set once {@link withConsent} has loaded them, which form
 * and pages wait for.
 */
export let consent: ConsentText;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withConsent = fetchedWith<{ consent: ConsentText }>(
  { en: () => import("./en/consent"), es: () => import("./es/consent") },
  (texts) => {
    ({ consent } = texts);
  },
);
