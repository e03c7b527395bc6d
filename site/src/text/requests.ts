/** The texts of what runners requested: fetched with their part of the event desk. */
import type { requests as english } from "./en/requests";
import { fetchedWith } from "./fetched";

export let requests: typeof english;

export const withRequestsText = fetchedWith<{ requests: typeof english }>(
  { en: () => import("./en/requests"), es: () => import("./es/requests") },
  (texts) => {
    ({ requests } = texts);
  },
);
