/**
 * The texts of the event desk: fetched with it, so that neither visitors nor the other staff pages
 * pay for them.
 */
import type { desk as english } from "./en/desk";
import { fetched } from "./fetched";

/** Every text of the desk, in the shape that every language has. */
export type DeskText = typeof english;

/**
 * The texts in the language of the visit. There once {@link speakDesk} is done, which the pages of
 * the desk wait for.
 */
export let desk: DeskText;

/** Brings the texts; in English where those of the language cannot be loaded. */
export const speakDesk = fetched<{ desk: DeskText }>(
  { en: () => import("./en/desk"), es: () => import("./es/desk") },
  (texts) => {
    ({ desk } = texts);
  },
);
