/** The texts of alerts on this device: fetched with their part of a runner's page. */
import type { device as english } from "./en/device";
import { fetchedWith } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link withDeviceText} has loaded them, which
 * the part waits for.
 */
export let device: typeof english;

/**
 * Loads the texts along with the code that shows them; in English if those of the language cannot
 * be loaded.
 */
export const withDeviceText = fetchedWith<{ device: typeof english }>(
  { en: () => import("./en/device"), es: () => import("./es/device") },
  (texts) => {
    ({ device } = texts);
  },
);
