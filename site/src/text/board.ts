/** The texts of boards, of my runners and of what is found elsewhere: fetched with them. */
import type { board as english } from "./en/board";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withBoardText} has loaded them, which the
 * boards wait for.
 */
export let board: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withBoardText = fetchedWith<{ board: typeof english }>(
  { en: () => import("./en/board"), es: () => import("./es/board") },
  (texts) => {
    ({ board } = texts);
  },
);
