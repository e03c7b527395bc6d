/**
 * The texts of the event desk: fetched with it, so that neither visitors nor the other staff pages
 * pay for them.
 */
import type { desk as english } from "./en/desk";
import { fetched } from "./fetched";

export let desk: typeof english;

export const speakDesk = fetched<{ desk: typeof english }>(
  { en: () => import("./en/desk"), es: () => import("./es/desk") },
  (texts) => {
    ({ desk } = texts);
  },
);
