/** The texts of the page that turns a spreadsheet into results: fetched with it. */
import type { sheet as english } from "./en/sheet";
import { fetched } from "./fetched";

export let sheet: typeof english;

export const speakSheet = fetched<{ sheet: typeof english }>(
  { en: () => import("./en/sheet"), es: () => import("./es/sheet") },
  (texts) => {
    ({ sheet } = texts);
  },
);
