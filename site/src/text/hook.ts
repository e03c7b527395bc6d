/** The texts of an event's web hook: fetched with its part of the event desk. */
import type { hook as english } from "./en/hook";
import { fetchedWith } from "./fetched";

export let hook: typeof english;

export const withHookText = fetchedWith<{ hook: typeof english }>(
  { en: () => import("./en/hook"), es: () => import("./es/hook") },
  (texts) => {
    ({ hook } = texts);
  },
);
