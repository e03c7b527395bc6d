/**
 * The wording of consent to text alerts, and of their terms and privacy pages: fetched with the
 * form or the page, so that readers of results do not pay for it.
 */
import type { consent as english } from "./en/consent";
import { fetchedWith } from "./fetched";

export let consent: typeof english;

export const withConsent = fetchedWith<{ consent: typeof english }>(
  { en: () => import("./en/consent"), es: () => import("./es/consent") },
  (texts) => {
    ({ consent } = texts);
  },
);
