/**
 * The texts of pages that few visitors open: e-mails to an address, the documents of the API.
 * Fetched with these pages.
 */
import type { pages as english } from "./en/pages";
import { fetchedWith } from "./fetched";

type PagesText = typeof english;

/**
 * The texts in the language of the visit. Set once {@link withPagesText} has loaded them, which
 * the pages wait for.
 */
export let pages: PagesText;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withPagesText = fetchedWith<{ pages: PagesText }>(
  { en: () => import("./en/pages"), es: () => import("./es/pages") },
  (texts) => {
    ({ pages } = texts);
  },
);
