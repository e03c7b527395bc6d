/**
 * The texts of the pages for files: participants from and to CSV, series and standings. Fetched
 * with these pages.
 */
import type { organiser as english } from "./en/organiser";
import { fetched } from "./fetched";

type OrganiserText = typeof english;

/**
 * The texts in the language of the visit. Set once {@link speakOrganiser} has loaded them, which
 * every page waits for that draws them.
 */
export let organiser: OrganiserText;

/** Loads the texts; in English if those of the language cannot be loaded. */
export const speakOrganiser = fetched<{ organiser: OrganiserText }>(
  { en: () => import("./en/organiser"), es: () => import("./es/organiser") },
  (texts) => {
    ({ organiser } = texts);
  },
);
