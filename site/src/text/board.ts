/** The texts of boards, of my runners and of what is found elsewhere: fetched with them. */
import type { board as english } from "./en/board";
import { fetchedWith } from "./fetched";

export let board: typeof english;

export const withBoardText = fetchedWith<{ board: typeof english }>(
  { en: () => import("./en/board"), es: () => import("./es/board") },
  (texts) => {
    ({ board } = texts);
  },
);
