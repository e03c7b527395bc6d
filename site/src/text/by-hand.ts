/** The texts of runners who are corrected by hand: fetched by staff only. */
import type { byHand as english } from "./en/by-hand";
import { fetched } from "./fetched";

/**
 * The texts in the language of the visit. Set once {@link speakByHand} has loaded them, which
 * everything waits for that draws them.
 */
export let byHand: typeof english;

/** Loads the texts; in English if those of the language cannot be loaded. */
export const speakByHand = fetched<{ byHand: typeof english }>(
  { en: () => import("./en/by-hand"), es: () => import("./es/by-hand") },
  (texts) => {
    ({ byHand } = texts);
  },
);

/** {@link speakByHand}, along with the code that shows the texts. */
export async function withByHandText<Code>(code: () => Promise<Code>): Promise<Code> {
  return (await Promise.all([code(), speakByHand()]))[0];
}
