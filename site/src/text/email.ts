/**
 * The texts of e-mails about a finish: fetched with their part of a runner's page, or with the
 * pages that their links lead to.
 */
import type { email as english } from "./en/email";
import { fetchedWith } from "./fetched";

export let email: typeof english;

export const withEmailText = fetchedWith<{ email: typeof english }>(
  { en: () => import("./en/email"), es: () => import("./es/email") },
  (texts) => {
    ({ email } = texts);
  },
);
