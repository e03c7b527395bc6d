/** Random values that are the same in each run, for tests of rules that hold for any input. */

/** A source of numbers from 0 to below 1. */
export type Random = () => number;

/** A source with this seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of these. */
export function oneOf<T>(random: Random, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("nothing to choose from");
  return value;
}

/** A list of 0 to `most` entries. */
export function listOf<T>(random: Random, most: number, make: () => T): T[] {
  return Array.from({ length: Math.floor(random() * (most + 1)) }, make);
}

/**
 * Texts that try to be more than text: formulas, quotes, separators, line ends, markup, other
 * scripts.
 */
export const HOSTILE: readonly string[] = [
  "=1+1",
  '=HYPERLINK("https://elsewhere.example")',
  "+1 555 123 4567",
  "-2+3",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "'=1",
  "''=1",
  "' =1",
  " =1",
  "\t'=1",
  "'\t=1",
  "a,b",
  "a;b;c;d",
  "a;=1;'=1",
  'a;"=1',
  "\n '=1",
  "＝1;＠b",
  "a\tb",
  "a|b",
  'say "hi"',
  '"',
  '""',
  "a\nb",
  "a\r\nb",
  "a\rb",
  " lead",
  "trail ",
  "",
  "-",
  "+5",
  "-5.5",
  "0",
  "007",
  "<img src=x onerror=alert(1)>",
  "</script>",
  "__proto__",
  "constructor",
  "Zoë O’Hara",
  "山田",
  "\u202Etxt",
  "\uFEFFmark",
  "sep=;",
  "null",
  "true",
  "1e3",
  "12/31",
];
