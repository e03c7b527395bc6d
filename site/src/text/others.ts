/**
 * The texts of results for use elsewhere: fetched on request of files, and with the embedded table.
 */
import type { others as english } from "./en/others";
import { fetchedWith } from "./fetched";

export let othersText: typeof english;

export const withOthersText = fetchedWith<{ others: typeof english }>(
  { en: () => import("./en/others"), es: () => import("./es/others") },
  (texts) => {
    othersText = texts.others;
  },
);
