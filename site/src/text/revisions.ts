/** The texts of the lists of revisions: fetched with them. */
import type { revisions as english } from "./en/revisions";
import { fetchedWith } from "./fetched";

export let revisions: typeof english;

export const withRevisionsText = fetchedWith<{ revisions: typeof english }>(
  { en: () => import("./en/revisions"), es: () => import("./es/revisions") },
  (texts) => {
    ({ revisions } = texts);
  },
);
