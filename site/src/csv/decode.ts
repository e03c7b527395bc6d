/** Reads the bytes of a file as text, in whatever encoding the program that wrote it uses. */

/** The encodings of files, by the names of browsers, in the order in which they are offered. */
export const ENCODINGS = [
  "utf-8",
  "utf-16le",
  "windows-1252",
  "windows-1250",
  "macintosh",
  "shift_jis",
] as const;

/** The encoding of a file; `utf-16le` also stands for UTF-16 with the higher byte first. */
export type Encoding = (typeof ENCODINGS)[number];

/** The text of a file, without a byte order mark, and its encoding. */
interface Decoded {
  text: string;
  encoding: Encoding;
}

/** The character for a byte that an encoding does not have. */
export const UNREADABLE = "\uFFFD";

/**
 * Reads a file in the encoding that somebody has chosen, else in the one that its bytes tell: by a
 * byte order mark, by the zeros of UTF-16, as UTF-8 where more letters are right than wrong, else by
 * the words that it yields.
 */
export function decode(bytes: Uint8Array, chosen?: Encoding): Decoded {
  const wide = wideEncoding(bytes);
  if (chosen === "utf-16le" || (chosen === undefined && wide !== null))
    return { text: new TextDecoder(wide ?? "utf-16le").decode(bytes), encoding: "utf-16le" };
  const encoding = chosen ?? (isUtf8(bytes) ? "utf-8" : likeliest(bytes));
  return { text: textIn(encoding, bytes), encoding };
}

/** As a stream: in one step, Node 20 reads Windows-1252 as Latin 1. */
function textIn(encoding: Encoding, bytes: Uint8Array): string {
  const decoder = new TextDecoder(encoding);
  return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

/** Whether more letters beyond ASCII are those of UTF-8 than are not: one bad byte is no evidence. */
function isUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  let right = 0;
  let wrong = 0;
  for (const character of text)
    if (character === UNREADABLE) wrong += 1;
    else if (character > "\u007f") right += 1;
  return wrong === 0 || right > wrong;
}

/**
 * The letters beyond a to z of the languages that are written in an encoding. Of those that several
 * encodings have, the first counts most: it is the one that programs there use.
 */
const LANGUAGES: readonly { encoding: Encoding; letters: readonly string[] }[] = [
  {
    encoding: "windows-1252",
    letters: [
      "äöüß",
      "éèêëàâçîïôûùüÿœæ",
      "áéíóúüñçàèò",
      "ãõáéíóúâêôàç",
      "àèéìòù",
      "åäöéü",
      "æøåéö",
      "éëïóöü",
      "áðéíóúýþæö",
    ],
  },
  {
    encoding: "windows-1250",
    letters: ["ąćęłńóśźż", "áčďéěíňóřšťúůýžäôľĺŕ", "áéíóöőúüű", "ăâîşţșț", "čćđšž", "äöüß"],
  },
  {
    encoding: "macintosh",
    letters: ["äöüß", "éèêëàâçîïôûùüÿœæ", "áéíóúüñ", "ãõáéíóúâêôàç", "àèéìòù", "åäöæøé"],
  },
];

/** A word with letters beyond a to z. */
const WORD = /[\p{L}\p{M}'’\u0080-\u00ff]*[^\p{ASCII}\s][\p{L}\p{M}'’\u0080-\u00ff]*/gu;
/** Two or more letters of Japanese next to each other, and none of Latin beside them. */
const JAPANESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々・]{2,}$/u;
/** Signs that stand in texts, but in no word. */
const SIGNS = /[“”„‘’–—…€°ºª®™©«»§·•\u00a0、。「」（）]/gu;
/** The number of words that are looked at. */
const WORDS = 5_000;

/** The encoding in which most words are words: their letters are those of one language. */
function likeliest(bytes: Uint8Array): Encoding {
  const scored = (["windows-1252", "windows-1250", "macintosh", "shift_jis"] as const).map(
    (encoding) => ({
      encoding,
      score: score(textIn(encoding, bytes), encoding),
    }),
  );
  return scored.reduce((best, other) => (other.score > best.score ? other : best)).encoding;
}

/** How much a text reads as this encoding: words of its languages, less what is no word. */
function score(text: string, encoding: Encoding): number {
  const words = (text.replace(SIGNS, " ").match(WORD) ?? []).slice(0, WORDS);
  const alphabets = LANGUAGES.find((known) => known.encoding === encoding)?.letters ?? [];
  const of = alphabets.map(() => 0);
  let good = 0;
  let bad = 0;
  for (const word of words) {
    const letters = word.toLowerCase().replace(/[a-z'’]/g, "");
    const languages = alphabets.flatMap((alphabet, index) =>
      Array.from(letters).every((letter) => alphabet.includes(letter)) ? [index] : [],
    );
    const isWord =
      encoding === "shift_jis" ? JAPANESE.test(word) : languages.length > 0 && isCased(word);
    if (!isWord) bad += 1;
    else {
      good += 1;
      for (const index of languages) of[index] = (of[index] ?? 0) + 1;
    }
  }
  const main = encoding === "shift_jis" ? good : Math.max(0, ...of);
  return good + main - 2 * bad - (text.includes(UNREADABLE) ? 1 : 0);
}

/** Whether capitals stand where they do in names: first, everywhere, or after Mc and the like. */
function isCased(word: string): boolean {
  const letters = word.replace(/['’]/g, "");
  return (
    letters === letters.toUpperCase() ||
    !/\p{Ll}[^\p{ASCII}\P{Lu}]|^\p{Lu}[^\p{ASCII}\P{Lu}]\p{Ll}/u.test(letters)
  );
}

/** How many bytes are examined where there is no byte order mark. */
const LOOKED_AT = 2_000;

/** By the byte order mark, else by the zero byte that is half of each letter in these files. */
function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const looked = bytes.subarray(0, LOOKED_AT);
  const zeros = [0, 0];
  for (const [index, byte] of looked.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = looked.length / 4;
  if (odd > many && even < odd / 4) return "utf-16le";
  return even > many && odd < even / 4 ? "utf-16be" : null;
}

/** Whether bytes begin like a zip archive, which workbooks (xlsx) are. */
export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Whether bytes begin like a workbook in the old format (xls). */
export function isOldWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;
}
