/** The texts of alerts on this device: fetched with their part of a runner's page. */
import type { device as english } from "./en/device";
import { fetchedWith } from "./fetched";

/** Every text of it, in the shape that every language has. */
export type DeviceText = typeof english;

/**
 * The texts in the language of the visit. There once {@link withDeviceText} has brought them, which
 * the part waits for.
 */
export let device: DeviceText;

/**
 * Brings the texts, with the code that shows them; in English where those of the language cannot be
 * loaded.
 */
export const withDeviceText = fetchedWith<{ device: DeviceText }>(
  { en: () => import("./en/device"), es: () => import("./es/device") },
  (texts) => {
    ({ device } = texts);
  },
);
