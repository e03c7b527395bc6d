/**
 * The texts of the pages for files: participants from and to CSV, series and standings. Fetched
 * with these pages.
 */
import type { organiser as english } from "./en/organiser";
import { fetched } from "./fetched";

export let organiser: typeof english;

export const speakOrganiser = fetched<{ organiser: typeof english }>(
  { en: () => import("./en/organiser"), es: () => import("./es/organiser") },
  (texts) => {
    ({ organiser } = texts);
  },
);
