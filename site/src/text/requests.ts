/** The texts of what runners asked for, at the event desk: fetched with their part of it. */
import type { requests as english } from "./en/requests";
import { fetchedWith } from "./fetched";

/** Every text of it, in the shape that every language has. */
export type RequestsText = typeof english;

/**
 * The texts in the language of the visit. There once {@link withRequestsText} has brought them,
 * which the part waits for.
 */
export let requests: RequestsText;

/**
 * Brings the texts, with the code that shows them; in English where those of the language cannot be
 * loaded.
 */
export const withRequestsText = fetchedWith<{ requests: RequestsText }>(
  { en: () => import("./en/requests"), es: () => import("./es/requests") },
  (texts) => {
    ({ requests } = texts);
  },
);
