/** The texts of results of earlier races: fetched with a search, or on request. */
import type { names as english } from "./en/names";
import { fetchedWith } from "./fetched";

export let namesText: typeof english;

export const withNamesText = fetchedWith<{ names: typeof english }>(
  { en: () => import("./en/names"), es: () => import("./es/names") },
  (texts) => {
    namesText = texts.names;
  },
);
