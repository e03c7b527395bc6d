/** People of a series who may be one person although nothing joins them (pages.md C19.9). */
import { fullName } from "../format/name";
import { compareText } from "../format/text";
import { couldBeOne, type Person, type SeriesPeople } from "./series-people";

/**
 * The likeness of two names: the same letters, all but one of them, or the same name, where
 * somebody else has it as well.
 */
type Likeness = "letters" | "one-letter" | "namesakes";

/** Two people of whom the organiser may know that they are one. */
export interface NearMiss {
  people: readonly [Person, Person];
  like: Likeness;
}

/** The near misses of a series, and how many pairs of names were compared to find them. */
interface NearMisses {
  misses: NearMiss[];
  comparisons: number;
}

/** A name that more people have is not one that anybody could be asked about. */
const MOST_OF_ONE_NAME = 30;

/** The least length that two names that differ in one letter have in common. */
const LEAST_IN_COMMON = 3;

/**
 * Finds them by what names have in common without one letter each, so the time grows with the
 * number of names, not with that of their pairs. Those first whom an answer would bring into the
 * standings.
 */
export function nearMisses({ people, apart }: SeriesPeople, best: number): NearMisses {
  const byLetters = new Map<string, Person[]>();
  for (const person of people) {
    for (const letters of new Set(person.runners.map(({ name }) => name.replace("\n", "")))) {
      if (letters === "") continue;
      const same = byLetters.get(letters);
      if (same === undefined) byLetters.set(letters, [person]);
      else same.push(person);
    }
  }
  const names = [...byLetters.keys()];
  const found = new Map<Person, Map<Person, Likeness>>();
  const ask = (a: Person, b: Person, like: Likeness) => {
    if (a === b || found.get(a)?.has(b) === true || found.get(b)?.has(a) === true) return;
    if (!couldBeOne(a.runners, b.runners, apart)) return;
    const known = found.get(a) ?? new Map<Person, Likeness>();
    found.set(a, known);
    known.set(b, like);
  };
  for (const same of byLetters.values()) {
    if (same.length > MOST_OF_ONE_NAME) continue;
    same.forEach((a, index) => {
      for (const b of same.slice(index + 1)) ask(a, b, shareName(a, b) ? "namesakes" : "letters");
    });
  }
  const { pairs, comparisons } = alikeNames(names);
  for (const { one, other, like } of pairs) {
    const [these, those] = [byLetters.get(one) ?? [], byLetters.get(other) ?? []];
    if (these.length * those.length > MOST_OF_ONE_NAME) continue;
    for (const a of these) for (const b of those) ask(a, b, like);
  }
  const misses = [...found].flatMap(([a, others]) =>
    [...others].map(([b, like]): NearMiss => ({ people: [a, b], like })),
  );
  return {
    misses: misses
      .map((miss) => ({ miss, late: qualifies(miss, best) ? 0 : 1, name: nameOf(miss.people[0]) }))
      .toSorted((a, b) => a.late - b.late || compareText(a.name, b.name))
      .map(({ miss }) => miss),
    comparisons,
  };
}

function shareName(a: Person, b: Person): boolean {
  return a.runners.some(({ name }) => b.runners.some((other) => other.name === name));
}

/** Whether only together they have run enough races. */
function qualifies({ people: [a, b] }: NearMiss, best: number): boolean {
  const [one, other] = [a.runners.length, b.runners.length];
  return one + other >= best && (one < best || other < best);
}

/** A person's name as the first race has it. */
export function nameOf({ runners: [first] }: Person): string {
  return first === undefined ? "" : fullName(first.result.first, first.result.last);
}

interface AlikeNames {
  pairs: { one: string; other: string; like: Likeness }[];
  comparisons: number;
}

/** The pairs of different names with the same letters, or with all but one the same. */
function alikeNames(names: readonly string[]): AlikeNames {
  const pairs: AlikeNames["pairs"] = [];
  let comparisons = 0;
  const seen = new Set<number>();
  const compare = (
    a: number,
    b: number,
    like: Likeness,
    alike: (a: string, b: string) => boolean,
  ) => {
    const pair = Math.min(a, b) * names.length + Math.max(a, b);
    if (a === b || seen.has(pair)) return;
    comparisons += 1;
    const [one = "", other = ""] = [names[a], names[b]];
    if (!alike(one, other)) return;
    seen.add(pair);
    pairs.push({ one, other, like });
  };
  const sorted = names.map(sortedLetters);
  inBuckets(
    sorted.map((letters) => [hashOf(letters)]),
    (a, b) => compare(a, b, "letters", () => sorted[a] === sorted[b]),
  );
  inBuckets(names.map(withoutOne), (a, b) => compare(a, b, "one-letter", isOneOff));
  return { pairs, comparisons };
}

/** Enough for every number of names there can be, and small enough to be added to a hash. */
const MOST_NAMES = 2 ** 21;

/** A bucket with more names is of names that are made of numbers or invented. */
const MOST_IN_BUCKET = 400;

/** Calls with each two names that have a hash in common. */
function inBuckets(hashes: readonly number[][], visit: (a: number, b: number) => void): void {
  const entries = new Float64Array(hashes.reduce((sum, own) => sum + own.length, 0));
  let at = 0;
  hashes.forEach((own, name) => {
    for (const hash of own) {
      entries[at] = hash * MOST_NAMES + name;
      at += 1;
    }
  });
  entries.sort();
  for (let from = 0, to = 0; from < entries.length; from = to) {
    const hash = Math.floor((entries[from] ?? 0) / MOST_NAMES);
    while (to < entries.length && Math.floor((entries[to] ?? 0) / MOST_NAMES) === hash) to += 1;
    if (to - from > MOST_IN_BUCKET) continue;
    for (let a = from; a < to; a += 1)
      for (let b = a + 1; b < to; b += 1)
        visit((entries[a] ?? 0) % MOST_NAMES, (entries[b] ?? 0) % MOST_NAMES);
  }
}

/** The letters in their order, behind them the digits as they stand: 12 is not 21. */
function sortedLetters(name: string): string {
  const letters = Array.from(name);
  return [
    ...letters.filter((letter) => !DIGIT.test(letter)).toSorted(compareText),
    ...letters.filter((letter) => DIGIT.test(letter)),
  ].join("");
}

/** Hashes of the name, and of the name without each one of its letters. */
function withoutOne(name: string): number[] {
  const letters = Array.from(name);
  if (letters.length < LEAST_IN_COMMON) return [];
  const hashes = new Set([hashOf(name)]);
  if (letters.length > LEAST_IN_COMMON)
    letters.forEach((letter, index) => {
      if (isAlphabetic(letter))
        hashes.add(hashOf(letters.slice(0, index).join("") + letters.slice(index + 1).join("")));
    });
  return [...hashes];
}

/** Whether one letter is another, or missing. */
function isOneOff(a: string, b: string): boolean {
  const [one, other] = [Array.from(a), Array.from(b)];
  const [long, short] = one.length < other.length ? [other, one] : [one, other];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at += 1;
  const same = long.length === short.length;
  return (
    isAlphabetic(long[at] ?? "") &&
    (!same || isAlphabetic(short[at] ?? "")) &&
    long.slice(at + 1).join("") === short.slice(same ? at + 1 : at).join("")
  );
}

const DIGIT = /\p{N}/u;
const LETTER = /\p{L}/u;
/** Scripts in which one sign is a whole word of the name: another sign, another person. */
const WHOLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function isAlphabetic(sign: string): boolean {
  return LETTER.test(sign) && !WHOLE.test(sign);
}

/** 32 bits (FNV-1a); names with equal hashes are compared all the same. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1)
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
