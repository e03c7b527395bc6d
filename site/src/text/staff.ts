/**
 * The texts of the login and of the pages behind it: fetched with these pages, so that visitors of
 * a race do not pay for them.
 */
import type { staff as english } from "./en/staff";
import { fetched } from "./fetched";

export let staff: typeof english;

export const speakStaff = fetched<{ staff: typeof english }>(
  { en: () => import("./en/staff"), es: () => import("./es/staff") },
  (texts) => {
    ({ staff } = texts);
  },
);
