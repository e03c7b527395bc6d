/**
 * The texts of what runners can request for themselves: fetched with the form on a runner's page.
 */
import type { privacy as english } from "./en/privacy";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withPrivacyText} has loaded them, which
 * the form waits for.
 */
export let privacy: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withPrivacyText = fetchedWith<{ privacy: typeof english }>(
  { en: () => import("./en/privacy"), es: () => import("./es/privacy") },
  (texts) => {
    ({ privacy } = texts);
  },
);
