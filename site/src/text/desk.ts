/**
 * The texts of the event desk: fetched with it, so that neither visitors nor the other staff pages
 * pay for them.
 */
import type { desk as english } from "./en/desk";
import { fetched } from "./fetched";

type DeskText = typeof english;

/**
 * The texts in the language of the visit. Set once {@link speakDesk} has loaded them, which the
 * pages of the desk wait for.
 */
export let desk: DeskText;

/** Loads the texts; in English if those of the language cannot be loaded. */
export const speakDesk = fetched<{ desk: DeskText }>(
  { en: () => import("./en/desk"), es: () => import("./es/desk") },
  (texts) => {
    ({ desk } = texts);
  },
);
