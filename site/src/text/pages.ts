/**
 * The texts of pages that few visitors open: e-mails to an address, the documents of the API.
 * Fetched with these pages.
 */
import type { pages as english } from "./en/pages";
import { fetchedWith } from "./fetched";

export let pages: typeof english;

export const withPagesText = fetchedWith<{ pages: typeof english }>(
  { en: () => import("./en/pages"), es: () => import("./es/pages") },
  (texts) => {
    ({ pages } = texts);
  },
);
