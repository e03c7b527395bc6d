/**
 * The texts of the login and of the pages behind it: fetched with these pages, so that visitors of
 * a race do not pay for them.
 */
import type { staff as english } from "./en/staff";
import { fetched } from "./fetched";

type StaffText = typeof english;

/**
 * The texts in the language of the visit. Set once {@link speakStaff} has loaded them, which every
 * page waits for that draws them.
 */
export let staff: StaffText;

/** Loads the texts; in English if those of the language cannot be loaded. */
export const speakStaff = fetched<{ staff: StaffText }>(
  { en: () => import("./en/staff"), es: () => import("./es/staff") },
  (texts) => {
    ({ staff } = texts);
  },
);
