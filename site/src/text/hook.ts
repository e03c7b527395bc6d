/** The texts of an event's web hook: fetched with its part of the event desk. */
import type { hook as english } from "./en/hook";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withHookText} has loaded them, which the
 * part waits for.
 */
export let hook: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withHookText = fetchedWith<{ hook: typeof english }>(
  { en: () => import("./en/hook"), es: () => import("./es/hook") },
  (texts) => {
    ({ hook } = texts);
  },
);
