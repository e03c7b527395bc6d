/** The texts of the page that turns a spreadsheet into results: fetched with it. */
import type { sheet as english } from "./en/sheet";
import { fetched } from "./fetched";

type SheetText = typeof english;

/**
 * The texts in the language of the visit. Set once {@link speakSheet} has loaded them, which the
 * page waits for.
 */
export let sheet: SheetText;

/** Loads the texts; in English if those of the language cannot be loaded. */
export const speakSheet = fetched<{ sheet: SheetText }>(
  { en: () => import("./en/sheet"), es: () => import("./es/sheet") },
  (texts) => {
    ({ sheet } = texts);
  },
);
