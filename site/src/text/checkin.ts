/** The texts of the check-in page: fetched with it. */
import type { checkin as english } from "./en/checkin";
import { fetched } from "./fetched";

export let checkin: typeof english;

export const speakCheckin = fetched<{ checkin: typeof english }>(
  { en: () => import("./en/checkin"), es: () => import("./es/checkin") },
  (texts) => {
    ({ checkin } = texts);
  },
);
