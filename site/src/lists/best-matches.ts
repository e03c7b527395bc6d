/** The runners a search most likely means, over all distances (pages.md C2 "Matches"). */
import { hasPlace } from "../format/place";
import { fold } from "../format/text";
import type { Board, Line, Row } from "../scoring/row";
import { bibTest, hasBeginning, keyOf, keyTest, type SearchKey } from "./search";

/** The maximum number of runners named. */
export const NAMED = 6;

/** The most likely runners, and the total number of matches. */
interface BestMatches {
  best: Line[];
  total: number;
}

/** A runner who matches: how far from the text, and the place, which decides among equals. */
interface Match {
  line: Line;
  distance: number;
  place: number;
}

/**
 * Who matches (A14): the runner with that very bib, then those whose bib has its value, those with
 * that very name, those with all its words, those whose first or last name starts with the text,
 * those who have words that start with its words, then the others; within each group by place.
 */
export function bestMatches(boards: readonly Board[], query: string): BestMatches {
  const text = fold(query);
  if (text === "") return { best: [], total: 0 };
  const test = keyTest(text);
  const distanceOf = distanceFrom(text);
  const best: Match[] = [];
  let total = 0;
  for (const { lines } of boards)
    for (const line of lines) {
      const key = keyOf(line.row);
      if (!test(key)) continue;
      total += 1;
      const distance = distanceOf(key);
      const last = best[NAMED - 1];
      // Most of a large race are no nearer than the six so far.
      if (last !== undefined && distance > last.distance) continue;
      const match = { line, distance, place: placeOf(line) };
      if (last !== undefined && compare(match, last) >= 0) continue;
      if (distance === BEGINNING && !namesBegin(line.row, key, text)) match.distance = WORDS_BEGIN;
      best.push(match);
      best.sort(compare);
      best.splice(NAMED);
    }
  return { best: best.map(({ line }) => line), total };
}

function compare(a: Match, b: Match): number {
  return a.distance - b.distance || a.place - b.place;
}

const BEGINNING = 4;
const WORDS_BEGIN = 5;

/**
 * How far somebody who matches is from the folded text; {@link BEGINNING} is also the distance of
 * those of whom only {@link namesBegin} says whether it is {@link WORDS_BEGIN}.
 */
function distanceFrom(text: string): (key: SearchKey) => number {
  const words = text.split(" ");
  const joined = words.join("");
  const isBib = bibTest(text);
  return ({ name, joined: letters, bib }) => {
    if (bib === text) return 0;
    if (isBib(bib)) return 1;
    if (letters === joined) return 2;
    if (!words.every((word) => hasBeginning(name, word))) return 6;
    const spaced = `${name} `;
    return words.every((word) => hasBeginning(spaced, `${word} `)) ? 3 : BEGINNING;
  };
}

/** Whether the first or the last name begins with the folded text. */
function namesBegin({ last }: Row, { name }: SearchKey, text: string): boolean {
  return name.startsWith(text) || fold(last).startsWith(text);
}

function placeOf({ row }: Line): number {
  return hasPlace(row) ? row.ranking : Number.MAX_SAFE_INTEGER;
}
