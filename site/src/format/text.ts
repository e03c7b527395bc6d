/** Small text helpers shared by the rules: blanks, folding for search, comparing. */
import { apostrophes, invisible, letters } from "./fold.json";

/** Trimmed, with inner runs of blanks collapsed to one (pages.md A5). */
export function tidy(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

/**
 * The words of a text in a form for comparison, with single blanks between them: without case,
 * accents, apostrophes and signs (A14). Everything that is no letter and no digit ends a word; "" if
 * there are none. The same rule as in `functions/domain/src/fold.rs`.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .replace(NOT_ASCII, foldedCharacter)
    .replace(ASCII_APOSTROPHES, "")
    .replace(ASCII_SIGNS, " ")
    .trim()
    .toLowerCase();
}

/** Words that only lack their case. */
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/i;
const NOT_ASCII = /[^\0-\x7f]/gu;
const ASCII_APOSTROPHES = /['`]/g;
const ASCII_SIGNS = /[\0-/:-@[-`{-\x7f]+/g;

/** Each character by itself: a race has many names and few different letters. */
const foldedCharacters = new Map<string, string>();

function foldedCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  // A blank with an accent is what some apostrophes are decomposed into.
  const plain = APOSTROPHES.has(character) ? "" : character.normalize("NFKD");
  const folded = Array.from(plain.toLowerCase(), (part) => {
    if (APOSTROPHES.has(part) || INVISIBLE.test(part)) return "";
    return REPLACEMENTS.get(part) ?? (LETTER_OR_DIGIT.test(part) ? part : " ");
  }).join("");
  foldedCharacters.set(character, folded);
  return folded;
}

const APOSTROPHES: ReadonlySet<string> = new Set(apostrophes);
const INVISIBLE = new RegExp(
  `[\\p{M}${invisible
    .map((range) => range.map((code) => String.fromCodePoint(code)).join("-"))
    .join("")}]`,
  "u",
);
/** The text without characters of which nothing is seen: marks of direction, soft hyphens. */
export function withoutInvisible(text: string): string {
  return Array.from(text, (character) => (INVISIBLE.test(character) ? "" : character)).join("");
}

const LETTER_OR_DIGIT = /[\p{Alphabetic}\p{N}]/u;
/** Replacements of letters that have no decomposition. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries(letters).flatMap(([to, from]) =>
    Array.from(from, (letter) => [letter, to] as const),
  ),
);

/** Order "character by character" (A4, A7): by code unit, never by the viewer's locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
