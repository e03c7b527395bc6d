/** Meanings of a division: a team or club, a program of the league, or nobody (pages.md C13.1). */
import { fold } from "../format/text";
import noTeam from "./no-team.json";

/** Divisions that are programs of the league, not teams. */
const PROGRAMS = "pntf|ytp";

/** What people write who have no team, in the languages of A6; no part of a sentence. */
const WHOLE = folded(`${PROGRAMS}|${noTeam.whole}`, "|");
/** Words that say by themselves that somebody has no team: "unattached". */
const ALONE = folded(noTeam.alone);
/** The same, misspelt. */
const ALONE_MISSPELT =
  /^(?:un+a+t+a?t*c?h?c?e?d|(?:un+|non)af+[il]+ated|indi?vi?d[ua]*l|no(?:team|club))$/;
/** Words that say it with the word for a team, before or behind it: "Team: none". */
const NONE = folded(noTeam.none);
/** Words that say it only before the word for a team: "no club", but "Team No". */
const WITHOUT = folded(`${noTeam.without} ${noTeam.none}`);
/** Words that stand before these: "I am not in a club". */
const BEFORE = folded(noTeam.before);
/** Words that stand between the others: "not in a club". */
const BETWEEN = folded(noTeam.between);
/** Teams, and what people are or have in one: "no team", "not a member", "no tengo". */
const TEAM = folded(noTeam.team);
const TEAM_COMPOUND = /.(?:verein|vereniging|klubb?|club|forening|gruppe|groep|mannschaft|team)$/;
/** One person, and people: "Independent Runner" has no team, but "Independent Runners" are a club. */
const ONE = folded(noTeam.one);
const PEOPLE = folded(noTeam.person);
/** Also words of clubs: "Independent Harriers", but "Independent" and "Corredor libre". */
const INDEPENDENT = folded(noTeam.independent);

/** The rest of the other gender's word: "Ninguna/o", "Aucun(e)". */
const ENDING = /^[aeo]$/;
const ZEROS_OR_CROSSES = /^(?:0+|x+)(?: (?:0+|x+))*$/;
/** "UN-PN": unattached, in the association that the two letters name. */
const UNATTACHED_IN_REGION = /^(?:un|una) [a-z]{2}$/;
/** Two letters behind a word for "unattached": a region, if they are not those of a club. */
const REGION = /^(?![arthfcx]c$)[a-z]{2}$/;
/** The numbers of an age group or a distance: "40+", "40-49", "10k". */
const NUMBER = /^[0-9]{1,3}(?:k|km|m)?$/;
/** What stands behind is a remark: a town, a federation. */
const REMARK = /\(|,| [-–—] /;
/** What stands behind is a remark, too, or says it once more. */
const INDEPENDENT_ASIDE = /^\s*ind[eéi]pend[^\s(/]*\s*[(/]/i;
/** A sign between two words, not the apostrophe or the dot of one. */
const SIGN = /[^\p{L}\p{N}\p{M}\p{Cf}\s.'’‘`´ʼ′]+/u;
/** Without blanks: "无所属", "所属なし". */
const UNSPACED = /^(?:(无|無|没有|沒有|暂无|暫無)(.+)|(.+?)(なし|無し|ナシ|无|無))$/;
/** More words than these are never read as "no team". */
const MOST_WORDS = 12;

/** Whether a division is the name of a team, a club or a town. */
export function isTeam(division: string): boolean {
  const text = fold(division);
  if (text === "" || ZEROS_OR_CROSSES.test(text) || UNATTACHED_IN_REGION.test(text)) return false;
  const [before = ""] = division.split(REMARK);
  if (INDEPENDENT_ASIDE.test(division)) return false;
  return !isNobody(wordsOf(division)) && !isAlone(fold(before).replace(/^un (?=a)/, "un"));
}

function folded(words: string, between = " "): ReadonlySet<string> {
  return new Set(words.split(between).map(fold));
}

interface Word {
  word: string;
  /** Whether a sign stands before it. */
  apart: boolean;
}

function wordsOf(division: string): Word[] {
  return division
    .replace(/^\s*un[\s-]+(?=a)/i, "un")
    .split(SIGN)
    .map(fold)
    .filter((part) => part !== "")
    .flatMap((part) =>
      part
        .split(" ")
        .flatMap(spaced)
        .map((word, index) => ({ word, apart: index === 0 })),
    );
}

function spaced(word: string): string[] {
  const [, no, what, team, without] = UNSPACED.exec(word) ?? [];
  if (no !== undefined && what !== undefined && TEAM.has(what)) return [no, what];
  return without !== undefined && team !== undefined && TEAM.has(team) ? [without, team] : [word];
}

/**
 * Whether the words are one or several texts that say nobody. A sentence ("no club") joins any
 * other text; what may be part of a name only behind a sign: "privat / solo", but "Solo Libre".
 */
function isNobody(words: readonly Word[], behindSentence = true): boolean {
  if (words.length === 0) return true;
  if (words.length > MOST_WORDS) return false;
  const joins = behindSentence || words[0]?.apart === true;
  return words.some((_, index) => {
    const text = words.slice(0, index + 1).map(({ word }) => word);
    const sentence = saysNone(text);
    return (sentence || (joins && isUsual(text))) && isNobody(words.slice(index + 1), sentence);
  });
}

/** A listed text, or "independent" with a word for one person. */
function isUsual(words: readonly string[]): boolean {
  return (
    WHOLE.has(words.join(" ")) ||
    (words.filter((word) => INDEPENDENT.has(word)).length === 1 &&
      words.every((word) => INDEPENDENT.has(word) || ONE.has(word) || ENDING.test(word)))
  );
}

/** A club has a word beyond those for having none, for a team and for a person. */
function saysNone(words: readonly string[]): boolean {
  return isUnattached(words) || isTeamNone(words) || isWithoutTeam(words);
}

/** "Unattached Runner 40+"; "Individual Runners Club" has a word for a team, too. */
function isUnattached(words: readonly string[]): boolean {
  return words.some(isAlone) && words.every((word) => isAlone(word) || isBeside(word));
}

const BESIDE = [NONE, ONE, PEOPLE, BEFORE, BETWEEN];

function isBeside(word: string): boolean {
  return (
    BESIDE.some((words) => words.has(word)) ||
    [REGION, NUMBER, ENDING].some((pattern) => pattern.test(word))
  );
}

/** "Team: none", "Team Unattached". */
function isTeamNone(words: readonly string[]): boolean {
  return (
    words.some(isNone) &&
    words.every((word) => isNone(word) || TEAM.has(word) || BETWEEN.has(word) || ENDING.test(word))
  );
}

function isNone(word: string): boolean {
  return isAlone(word) || NONE.has(word);
}

/** "No team or club", "I am not in a club", "Runner without a team"; "Team No" is a club. */
function isWithoutTeam(words: readonly string[]): boolean {
  const first = words.findIndex((word) => WITHOUT.has(word));
  const rest = words.slice(first + 1);
  return (
    first >= 0 &&
    words.slice(0, first).every((word) => BEFORE.has(word) || ONE.has(word)) &&
    rest.some(isOfTeam) &&
    rest.every(
      (word) => isOfTeam(word) || WITHOUT.has(word) || BETWEEN.has(word) || ENDING.test(word),
    )
  );
}

/** In French the article may be part of the word: "pas d'équipe". */
function isOfTeam(word: string): boolean {
  return (
    TEAM.has(word) || TEAM.has(word.replace(/^[dl](?=[aeiouh])/, "")) || TEAM_COMPOUND.test(word)
  );
}

function isAlone(word: string): boolean {
  return ALONE.has(word) || ALONE_MISSPELT.test(word);
}
