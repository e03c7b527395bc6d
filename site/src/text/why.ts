/** The texts that explain a place: fetched with the explanation. */
import type { why as english } from "./en/why";
import { fetchedWith } from "./fetched";

export let why: typeof english;

export const withWhyText = fetchedWith<{ why: typeof english }>(
  { en: () => import("./en/why"), es: () => import("./es/why") },
  (texts) => {
    ({ why } = texts);
  },
);
