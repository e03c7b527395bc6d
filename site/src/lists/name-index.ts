/** Which files of the index of names a search reads (pages.md C1, api.md 9.7), and its matches. */
import { genderOf } from "../format/gender";
import { fold } from "../format/text";

export interface NamedResult {
  slug: string;
  year: string;
  /** Name of the event. */
  event: string;
  /** The day of the race, `YYYY-MM-DD`. */
  day: string;
  first: string;
  last: string;
  bib: string;
  distance: string;
  gender: string;
  /** In years on the day of the race; 0 = unknown. */
  age: number;
}

/** The files to read for a search. */
interface Shards {
  /** Their places in the directory, in order. */
  shards: number[];
  /** Whether nobody who matches can be elsewhere. */
  whole: boolean;
}

/** The most files that a text as typed takes. */
const MOST = 2;
/** The most files that a search reads: together with the directory they are 30 KB at most. */
const MOST_READ = 3;
/** Above every letter. */
const LAST = "\u{10ffff}";

/**
 * The files to read for a text; null when so many people have a name like that that it needs
 * another word. `starts` are where the files begin, in order.
 *
 * One word of the text is enough to find everybody. If that takes too many files, only names in
 * which one word of the text follows another are read: a first name and a last name, in any order.
 */
export function shardsFor(query: string, starts: readonly string[]): Shards | null {
  const [typed = [], ...others] = spellings(query);
  const needed = shardsForWords(typed, starts);
  if (needed === null) return null;
  let { shards } = needed;
  for (const words of others) {
    const sizes = words
      .filter(isWord)
      .map((word) => Array.from(new Set(shards.concat(spanOf(starts, [word])))))
      .filter(({ length }) => length <= MOST_READ);
    shards = narrowest(sizes) ?? shards;
  }
  return { ...needed, shards: shards.toSorted((a, b) => a - b) };
}

/** Scripts that are written without blanks. */
const TOGETHER = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;
/** Longer texts in such scripts are no name. */
const LONGEST_TOGETHER = 6;

/**
 * The words that a text may stand for (A14): as typed; with two neighbours as one, as O'Brien is
 * typed in two; and 王小明, which has no blank, in two at each place.
 */
function spellings(query: string): string[][] {
  const words = fold(query).split(" ");
  const joined = words
    .slice(1)
    .map((word, at) => words.slice(0, at).concat((words[at] ?? "") + word, words.slice(at + 2)));
  const letters = Array.from(query.normalize("NFC").trim());
  const isTogether =
    words.length === 1 && letters.length <= LONGEST_TOGETHER && TOGETHER.test(query);
  const cut = isTogether
    ? letters
        .slice(1)
        .map((_, at) => [letters.slice(0, at + 1), letters.slice(at + 1)])
        .map((parts) => parts.map((part) => fold(part.join(""))).filter((part) => part !== ""))
    : [];
  return [words, ...joined, ...cut];
}

function shardsForWords(words: readonly string[], starts: readonly string[]): Shards | null {
  const singles = words.filter(isWord).map((word) => spanOf(starts, [word]));
  const single = narrowest(singles);
  if (single === null) return { shards: [], whole: true };
  if (single.length <= MOST) return { shards: single, whole: true };
  const pairs = words.flatMap((one, at) =>
    words
      .slice(at + 1)
      .map((other) =>
        spanOf(starts, [
          ...(isWord(one) ? [`${one} ${other}`] : []),
          ...(isWord(other) ? [`${other} ${one}`] : []),
        ]),
      ),
  );
  const pair = narrowest(pairs.filter((places) => places.length > 0));
  return pair === null || pair.length > MOST ? null : { shards: pair, whole: false };
}

/** The files for everybody with exactly this name; empty for one that is not in the index. */
export function shardsOfName(first: string, last: string, starts: readonly string[]): number[] {
  const key = keyOf(first, last);
  return key === "" ? [] : spanOf(starts, [key]);
}

/** One of the keys of a name: its first last name, the first names, the rest. "" for none. */
export function keyOf(first: string, last: string): string {
  const [given, family] = [wordsOf(first), wordsOf(last)];
  for (const [own, other] of [
    [family, given],
    [given, family],
  ] as const) {
    const at = own.findIndex(isWord);
    if (at >= 0) return [own[at], ...other, ...own.filter((_, place) => place !== at)].join(" ");
  }
  return "";
}

/** A name is in the index by at most so many words of its first and of its last part. */
const WORDS = 8;

function wordsOf(text: string): string[] {
  return fold(text)
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, WORDS);
}

/** Single letters of ASCII find nobody. */
function isWord(word: string): boolean {
  return word.length > 1 || /[^\0-\x7f]/.test(word);
}

function narrowest(spans: readonly number[][]): number[] | null {
  return spans.reduce<number[] | null>(
    (best, span) => (best === null || span.length < best.length ? span : best),
    null,
  );
}

/** The files with keys that begin like one of these texts. */
function spanOf(starts: readonly string[], beginnings: readonly string[]): number[] {
  const places = new Set<number>();
  for (const beginning of beginnings) {
    const last = placeOf(starts, beginning + LAST);
    for (let place = placeOf(starts, beginning); place <= last; place++) {
      if (place < starts.length) places.add(place);
    }
  }
  return [...places].toSorted((a, b) => a - b);
}

/** The file in which a key is. */
function placeOf(starts: readonly string[], key: string): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isAbove(starts[middle] ?? "", key)) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low - 1);
}

/** Whether a text comes after another by their code points, as the index is sorted. */
function isAbove(text: string, other: string): boolean {
  const [points, others] = [Array.from(text), Array.from(other)];
  for (const [at, point] of points.entries()) {
    const there = others[at];
    if (there === undefined) return true;
    if (point !== there) return (point.codePointAt(0) ?? 0) > (there.codePointAt(0) ?? 0);
  }
  return false;
}

/** Those with words that begin like the text's, in one of its {@link spellings}, newest first. */
export function matchesOf(results: readonly NamedResult[], query: string): NamedResult[] {
  const meant = spellings(query);
  return newestFirst(
    results.filter(({ first, last }) => {
      const name = fold(`${first} ${last}`).split(" ");
      return meant.some((words) =>
        words.every((word) => name.some((part) => part.startsWith(word))),
      );
    }),
  );
}

/** Each result once, the newest first; those of one race by name. */
function newestFirst(results: readonly NamedResult[]): NamedResult[] {
  const once = new Map(results.map((result) => [keyOfResult(result), result]));
  return [...once.entries()]
    .toSorted(([a, { day }], [b, other]) =>
      day === other.day ? (a < b ? -1 : 1) : day > other.day ? -1 : 1,
    )
    .map(([, result]) => result);
}

function keyOfResult({ slug, year, last, first, distance, bib }: NamedResult): string {
  return JSON.stringify([slug, year, last, first, distance, bib]);
}

/** The results of a name, as far as they can be those of one person. */
export interface SameName {
  /** Those that all fit one another: name, gender and age. */
  same: NamedResult[];
  /** If several people have the name: what fits together, for each of them; or of unknown age. */
  possible: NamedResult[][];
}

/**
 * The other results of somebody's name. Who has another gender, or an age that cannot be, is
 * somebody else and left out. If the rest cannot all be one person, nothing is said to be the same
 * person's: each group that can be one is told apart, and so is what has no age.
 */
export function sameName(own: NamedResult, results: readonly NamedResult[]): SameName {
  const name = nameKey(own);
  const others = newestFirst(results).filter(
    (result) =>
      nameKey(result) === name &&
      !isOneResult(result, own) &&
      !areTwoGenders(result, own) &&
      canBeOne([own, result]),
  );
  const dated = own.age === 0 ? [] : others.filter(({ age }) => age > 0);
  const undated = others.filter((result) => !dated.includes(result));
  if (dated.length > 0 && canBeOne([own, ...dated])) {
    return { same: dated, possible: undated.map((result) => [result]) };
  }
  const groups: NamedResult[][] = [];
  for (const result of [...dated, ...undated]) {
    const group =
      result.age === 0
        ? undefined
        : groups.find((known) => known[0]?.age !== 0 && canBeOne([...known, result]));
    if (group === undefined) groups.push([result]);
    else group.push(result);
  }
  return { same: [], possible: groups };
}

/** The words of a name in one order: some lists have the last name first. */
function nameKey({ first, last }: NamedResult): string {
  return fold(`${first} ${last}`).split(" ").toSorted().join(" ");
}

function isOneResult(a: NamedResult, b: NamedResult): boolean {
  return a.slug === b.slug && a.year === b.year && a.distance === b.distance && a.bib === b.bib;
}

function areTwoGenders(a: NamedResult, b: NamedResult): boolean {
  const [one, other] = [genderOf(a.gender), genderOf(b.gender)];
  return one.shown && other.shown && one.code !== other.code;
}

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365.2425;

/** Whether one person can have these results: one birthday fits, no two bibs in a distance. */
function canBeOne(results: readonly NamedResult[]): boolean {
  let [earliest, latest] = [-Infinity, Infinity];
  const seen = new Set<string>();
  for (const result of results) {
    const race = JSON.stringify([result.slug, result.year, result.distance]);
    if (seen.has(race)) return false;
    seen.add(race);
    const day = Date.parse(result.day) / DAY_MS;
    if (result.age === 0 || Number.isNaN(day)) continue;
    earliest = Math.max(earliest, day - (result.age + 1) * YEAR_DAYS);
    latest = Math.min(latest, day - result.age * YEAR_DAYS);
  }
  // Years are not all of one length.
  return earliest <= latest + 1;
}
