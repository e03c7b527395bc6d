/** The texts of the awards desk, the arrivals and the kiosk: fetched with them. */
import type { announcer as english } from "./en/announcer";
import { fetchedWith } from "./fetched";

export let announcer: typeof english;

export const withAnnouncerText = fetchedWith<{ announcer: typeof english }>(
  { en: () => import("./en/announcer"), es: () => import("./es/announcer") },
  (texts) => {
    ({ announcer } = texts);
  },
);
