/** The texts of earlier versions of results: fetched with their part of the event desk. */
import type { versions as english } from "./en/versions";
import { fetchedWith } from "./fetched";

export let versions: typeof english;

export const withVersionsText = fetchedWith<{ versions: typeof english }>(
  { en: () => import("./en/versions"), es: () => import("./es/versions") },
  (texts) => {
    ({ versions } = texts);
  },
);
