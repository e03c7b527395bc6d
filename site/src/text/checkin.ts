/** The texts of the check-in page: fetched with it. */
import type { checkin as english } from "./en/checkin";
import { fetched } from "./fetched";

type CheckinText = typeof english;

/**
 * The texts in the language of the visit. Set once {@link speakCheckin} has loaded them, which the
 * page waits for.
 */
export let checkin: CheckinText;

/** Loads the texts; in English if those of the language cannot be loaded. */
export const speakCheckin = fetched<{ checkin: CheckinText }>(
  { en: () => import("./en/checkin"), es: () => import("./es/checkin") },
  (texts) => {
    ({ checkin } = texts);
  },
);
