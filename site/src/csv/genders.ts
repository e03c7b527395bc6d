/** Letters in a column of genders that mean different things in different languages (api.md 4.17). */

/** The meanings of a letter, in the words of the wire. */
export const MEANINGS = ["woman", "man", "non-binary", "not-said"] as const;

/** The letters that may have to be explained: D, N, V, and M where H or V may be the men. */
export function openLetters(cells: readonly string[]): string[] {
  const found = new Set(cells.map((cell) => cell.replace(/[^\p{L}]/gu, "").toUpperCase()));
  const letters = ["D", "N", "V"].filter((letter) => found.has(letter));
  return found.has("M") && (found.has("H") || found.has("V")) ? [...letters, "M"] : letters;
}

/** The meaning of a letter by the option `genders`; "" if it has none there. */
export function meaningOf(genders: string, letter: string): string {
  return pairs(genders).find(([of]) => of === letter)?.[1] ?? "";
}

/** The option `genders` with what a letter means; "" takes it out. */
export function withMeaning(genders: string, letter: string, meaning: string): string {
  const others = pairs(genders).filter(([of]) => of !== letter);
  const all = meaning === "" ? others : [...others, [letter, meaning]];
  return all.map((pair) => pair.join(":")).join(",");
}

function pairs(genders: string): string[][] {
  return genders === "" ? [] : genders.split(",").map((pair) => pair.split(":"));
}
