/** Gender: free text turned into codes, words, groups and an order (pages.md A6). */
import { text } from "../text/text";
import { compareText } from "./text";

/** Everything the rules need to know about one gender text. */
interface Gender {
  /** "W", "M", "X", "" (unspecified) or two other letters. */
  code: string;
  /** Whether to show it; if not, the gender cell and the places in groups are blank. */
  shown: boolean;
  /** The grouping key: the code; for "anything else", all letters of the text. */
  group: string;
  /** Bucket of the championship, youth and check-in pages. */
  bucket: Bucket;
}

/** Championship bucket: women, men, everybody else (A6). */
export type Bucket = "W" | "M" | "X";

/** Buckets in the order they are drawn. */
export const BUCKETS: readonly Bucket[] = ["W", "M", "X"];

const memo = new Map<string, Gender>();
const MEMO_LIMIT = 1000;

/** Reads a gender text (A6). Cached per text, so it is cheap in loops over 20,000 lines. */
export function genderOf(entered: string): Gender {
  const known = memo.get(entered);
  if (known !== undefined) return known;
  if (memo.size >= MEMO_LIMIT) memo.clear();
  const gender = readGender(entered);
  memo.set(entered, gender);
  return gender;
}

function readGender(entered: string): Gender {
  const letters = entered.toUpperCase().replace(/[^\p{L}]/gu, "");
  if (/^(?:[FW]$|FE|WO)/.test(letters)) return { code: "W", shown: true, group: "W", bucket: "W" };
  if (/^(?:M$|MA|ME)/.test(letters)) return { code: "M", shown: true, group: "M", bucket: "M" };
  if (/^(?:X|NB|NONBINARY)$/.test(letters))
    return { code: "X", shown: true, group: "X", bucket: "X" };
  if (/^(?:$|(?:U|O|NS|NOTSPECIFIED)$|UN|OT|PREFERNOT)/.test(letters)) {
    return { code: "", shown: false, group: "", bucket: "X" };
  }
  return {
    code: Array.from(letters).slice(0, 2).join(""),
    shown: true,
    group: letters,
    bucket: "X",
  };
}

/** The code as tables show it, in the letters of the language; "" if it is not shown (A6). */
export function genderLetter(entered: string): string {
  const { shown, code } = genderOf(entered);
  return shown ? codeLetter(code) : "";
}

export function codeLetter(code: string): string {
  const { letters } = text.gender;
  return code === "W" || code === "M" || code === "X" ? letters[code] : code;
}

/** Heading word: "Women", "Men", "Non-Binary", "" or the text as entered, trimmed (A6). */
export function genderHeading(entered: string): string {
  return inWords(text.gender.headings, entered);
}

/** Word for one person: "Woman", "Man", "Non-Binary", "" or the text as entered, trimmed (A6). */
export function genderWord(entered: string): string {
  return inWords(text.gender.persons, entered);
}

/** {@link genderWord} inside a sentence: "woman"; a text as entered keeps its case. */
export function personWord(entered: string): string {
  const word = genderWord(entered);
  return ["W", "M", "X"].includes(genderOf(entered).group) ? word.toLowerCase() : word;
}

function inWords(words: Readonly<Record<Bucket, string>>, entered: string): string {
  const { group } = genderOf(entered);
  if (group === "") return "";
  return group === "W" || group === "M" || group === "X" ? words[group] : entered.trim();
}

/** Heading word of a championship bucket. */
export function bucketHeading(bucket: Bucket): string {
  return text.gender.headings[bucket];
}

const FIXED_ORDER: Readonly<Record<string, number>> = { W: 0, M: 1, X: 2, "": 4 };

/** Order of groups: Women, Men, Non-Binary, other texts alphabetically, unspecified last (A6). */
export function compareGenderGroups(a: string, b: string): number {
  return (FIXED_ORDER[a] ?? 3) - (FIXED_ORDER[b] ?? 3) || compareText(a, b);
}
