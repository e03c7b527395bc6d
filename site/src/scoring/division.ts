/** Meanings of a division: a team or club, a program of the league, or nobody (pages.md C13.1). */
import { fold } from "../format/text";
import noTeam from "./no-team.json";

/** Divisions that are programs of the league, not teams. */
const PROGRAMS = ["pntf", "ytp"];

/** What people write who have no team, in the languages of A6, folded (A14). */
const WHOLE: ReadonlySet<string> = new Set(["", ...PROGRAMS, ...noTeam.whole]);

/** Words that say by themselves that somebody has no team: "unattached". */
const ALONE: ReadonlySet<string> = new Set(noTeam.alone);
/** The same, misspelt. */
const ALONE_MISSPELT = /^(?:un+a+t+a?t*c?h?c?e?d|un+af+[il]+ated|indi?vi?d[ua]*l)$/;
/** Words that say it with the word for a team, before or behind it: "Team: none". */
const NONE: ReadonlySet<string> = new Set(noTeam.none);
/** Words that say it only before the word for a team: "no club", but "Team No". */
const WITHOUT: ReadonlySet<string> = new Set(noTeam.without);
const TEAM: ReadonlySet<string> = new Set(noTeam.team);
const PERSON: ReadonlySet<string> = new Set(noTeam.person);
/** Also the word of clubs: "Independent Harriers", but "Independent (no team)". */
const INDEPENDENT: ReadonlySet<string> = new Set(noTeam.independent);

/** The rest of the other gender's word: "Ninguna/o", "Aucun(e)". */
const ENDING = /^[aeo]$/;
const ZEROS_OR_CROSSES = /^(?:0+|x+)(?: (?:0+|x+))*$/;
/** "UN-PN": unattached, in the association that the two letters name. */
const UNATTACHED_IN_REGION = /^(?:un|una) [a-z]{2}$/;
/** Two letters behind a word for "unattached": a region, if they are not those of a club. */
const REGION = /^(?![arthfcx]c$)[a-z]{2}$/;
/** The numbers of an age group: "40+", "40-49". */
const AGE = /^[0-9]{1,3}$/;
/** What stands behind is a remark: a town, a federation. */
const REMARK = /\(|,| [-–—] /;
/** What stands behind is a remark, too, or says it once more, if "independent" is all before it. */
const ASIDE = /[(/]/;

/** Whether a division is the name of a team, a club or a town. */
export function isTeam(division: string): boolean {
  const text = fold(division).trim();
  if (WHOLE.has(text) || ZEROS_OR_CROSSES.test(text) || UNATTACHED_IN_REGION.test(text))
    return false;
  const [before = ""] = division.split(REMARK);
  const [whole = "", ...aside] = division.split(ASIDE);
  if (aside.length > 0 && INDEPENDENT.has(fold(whole))) return false;
  return !saysNone(wordsOf(text)) && !wordsOf(fold(before)).every(isAlone);
}

/** "Un-attached" is one word. */
function wordsOf(text: string): string[] {
  return text
    .trim()
    .replace(/^un (?=a)/, "un")
    .split(" ");
}

/** A club has a word beyond those for having none, for a team and for a person. */
function saysNone(words: readonly string[]): boolean {
  const alone = words.some(isAlone);
  if (!alone && !words.some((word) => NONE.has(word)) && !WITHOUT.has(words[0] ?? "")) return false;
  // "No" by itself is in the list of whole texts, and "Non Stop" is a club.
  if (!alone && words.length === 1) return NONE.has(words[0] ?? "");
  return words.every(
    (word, index) =>
      isAlone(word) ||
      NONE.has(word) ||
      TEAM.has(word) ||
      (index === 0 ? WITHOUT.has(word) : ENDING.test(word)) ||
      (alone && (PERSON.has(word) || REGION.test(word) || AGE.test(word))),
  );
}

function isAlone(word: string): boolean {
  return ALONE.has(word) || ALONE_MISSPELT.test(word);
}
