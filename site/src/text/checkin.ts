/** The texts of the check-in page: fetched with it. */
import type { checkin as english } from "./en/checkin";
import { fetched } from "./fetched";

/** Every text of the page, in the shape that every language has. */
export type CheckinText = typeof english;

/**
 * The texts in the language of the visit. There once {@link speakCheckin} is done, which the page
 * waits for.
 */
export let checkin: CheckinText;

/** Brings the texts; in English where those of the language cannot be loaded. */
export const speakCheckin = fetched<{ checkin: CheckinText }>(
  { en: () => import("./en/checkin"), es: () => import("./es/checkin") },
  (texts) => {
    ({ checkin } = texts);
  },
);
