/**
 * The texts of what runners can request for themselves: fetched with the form on a runner's page.
 */
import type { privacy as english } from "./en/privacy";
import { fetchedWith } from "./fetched";

export let privacy: typeof english;

export const withPrivacyText = fetchedWith<{ privacy: typeof english }>(
  { en: () => import("./en/privacy"), es: () => import("./es/privacy") },
  (texts) => {
    ({ privacy } = texts);
  },
);
