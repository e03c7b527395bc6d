/** The texts of an event's web hook, at its desk: fetched with their part of it. */
import type { hook as english } from "./en/hook";
import { fetchedWith } from "./fetched";

/** Every text of it, in the shape that every language has. */
export type HookText = typeof english;

/**
 * The texts in the language of the visit. There once {@link withHookText} has brought them, which
 * the part waits for.
 */
export let hook: HookText;

/**
 * Brings the texts, with the code that shows them; in English where those of the language cannot be
 * loaded.
 */
export const withHookText = fetchedWith<{ hook: HookText }>(
  { en: () => import("./en/hook"), es: () => import("./es/hook") },
  (texts) => {
    ({ hook } = texts);
  },
);
