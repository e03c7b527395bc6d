/** The texts of runners who are corrected by hand: fetched by staff only. */
import type { byHand as english } from "./en/by-hand";
import { fetched } from "./fetched";

export let byHand: typeof english;

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
