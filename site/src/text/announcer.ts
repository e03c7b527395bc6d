/** The texts of the awards desk, the arrivals and the kiosk: fetched with them. */
import type { announcer as english } from "./en/announcer";
import { fetchedWith } from "./fetched";

/** Every text of it, in the shape that every language has. */
export type AnnouncerText = typeof english;

/**
 * The texts in the language of the visit. There once {@link withAnnouncerText} has brought them,
 * which all three wait for.
 */
export let announcer: AnnouncerText;

/**
 * Brings the texts, with the code that shows them; in English where those of the language cannot be
 * loaded.
 */
export const withAnnouncerText = fetchedWith<{ announcer: AnnouncerText }>(
  { en: () => import("./en/announcer"), es: () => import("./es/announcer") },
  (texts) => {
    ({ announcer } = texts);
  },
);
