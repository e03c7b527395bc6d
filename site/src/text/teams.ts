/** The texts of team results: fetched with them. */
import type { teams as english } from "./en/teams";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withTeamsText} has loaded them, which the
 * page waits for.
 */
export let teams: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withTeamsText = fetchedWith<{ teams: typeof english }>(
  { en: () => import("./en/teams"), es: () => import("./es/teams") },
  (texts) => {
    ({ teams } = texts);
  },
);
