/** The texts of alerts on this device: fetched with their part of a runner's page. */
import type { device as english } from "./en/device";
import { fetchedWith } from "./fetched";

export let device: typeof english;

export const withDeviceText = fetchedWith<{ device: typeof english }>(
  { en: () => import("./en/device"), es: () => import("./es/device") },
  (texts) => {
    ({ device } = texts);
  },
);
