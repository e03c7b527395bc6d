/**
 * Marks of the awards desk: medals handed out, and winners who are absent (pages.md C4 "Desk"). As
 * the fragment of an address: `#handed-out&list=10K%0Aoverall%0AW%0A&1=12&absent=7&2=15`. Browsers
 * do not send the fragment, so it is in no server's log.
 */
import { type AwardList, type AwardSettings, longerAwards, namesOn } from "./awards";
import type { Finisher } from "./result-order";
import type { Line } from "./row";

/** What the desk recorded about one person on one list. */
export interface AwardMark {
  /** The {@link listKey} of the list. */
  list: string;
  bib: string;
  /** The place whose medal was handed out, from 1; 0 when the person is absent. */
  place: number;
}

/** Identifies a list of a distance, in every language and with any settings. */
export function listKey(
  distance: string,
  { kind, gender, group }: Pick<AwardList, "kind" | "gender" | "group">,
): string {
  return [distance, kind, gender, kind === "age-group" ? group : ""].join("\n");
}

/** Somebody on a list as the desk sees it. */
export interface DeskWinner extends Finisher {
  /** Position in the list according to the results, from 1. */
  place: number;
  /**
   * The place whose medal the desk hands out: those behind somebody absent move up; null for absent
   * people.
   */
  medal: number | null;
  /** The place whose medal was handed out; null when none was. */
  given: number | null;
  absent: boolean;
  /**
   * The bib of another person who was given the medal of this place and still has it; null when
   * there is none.
   */
  takenBy: string | null;
}

/** A list as the desk sees it. */
export interface DeskList {
  winners: DeskWinner[];
  /** Medals handed out to people who are no longer on the list. */
  gone: AwardMark[];
}

/** The lists of a distance as the desk sees them; they are those of `lines` under `settings`. */
export function deskLists(
  lists: readonly AwardList[],
  lines: readonly Line[],
  settings: AwardSettings,
  distance: string,
  marks: readonly AwardMark[],
): Map<AwardList, DeskList> {
  const byList = marksByList(marks);
  const absent = Math.max(
    0,
    ...[...byList.values()].map((own) => own.filter(({ place }) => place === 0).length),
  );
  const longer = absent === 0 ? lists : longerAwards(lines, settings, absent);
  const orders = new Map(longer.map((list) => [listKey(distance, list), list.winners]));
  return new Map(
    lists.map((list) => {
      const key = listKey(distance, list);
      return [
        list,
        deskList(
          orders.get(key) ?? list.winners,
          namesOn(list.kind, settings),
          byList.get(key) ?? [],
        ),
      ];
    }),
  );
}

function marksByList(marks: readonly AwardMark[]): Map<string, AwardMark[]> {
  const lists = new Map<string, AwardMark[]>();
  for (const mark of marks) {
    const own = lists.get(mark.list) ?? [];
    lists.set(mark.list, own);
    own.push(mark);
  }
  return lists;
}

/**
 * The list of a desk: it has as many present people as it has places. `order` holds the candidates
 * in order of the results, enough of them to replace everybody absent.
 */
export function deskList(
  order: readonly Finisher[],
  places: number,
  marks: readonly AwardMark[],
): DeskList {
  const markOf = new Map(marks.map((mark) => [mark.bib, mark]));
  const holders = new Map(
    marks.filter(({ place }) => place > 0).map(({ place, bib }) => [place, bib]),
  );
  const winners: DeskWinner[] = [];
  let medals = 0;
  for (const [index, { line, result }] of order.entries()) {
    if (medals >= places) break;
    const mark = markOf.get(result.bib);
    const absent = mark?.place === 0;
    if (!absent) medals += 1;
    const medal = absent ? null : medals;
    const given = mark === undefined || absent ? null : mark.place;
    const holder = medal === null || given === medal ? undefined : holders.get(medal);
    winners.push({
      line,
      result,
      place: index + 1,
      medal,
      given,
      absent,
      takenBy: holder === undefined || holder === result.bib ? null : holder,
    });
  }
  const shown = new Set(winners.map(({ result }) => result.bib));
  return { winners, gone: marks.filter(({ place, bib }) => place > 0 && !shown.has(bib)) };
}

/** Whether something about a winner differs from what was handed out. */
export function isChanged({ medal, given, takenBy }: DeskWinner): boolean {
  return takenBy !== null || (given !== null && given !== medal);
}

const START = "#handed-out&";
const LIST = "list";
const ABSENT = "absent";
/** A longer list is not one of a race's medals. */
const LIMIT = 5_000;

/** Whether a fragment is a list of marks. */
export function isMarksLink(fragment: string): boolean {
  return fragment.startsWith(START);
}

/** Writes marks as a fragment. */
export function writeMarksLink(marks: readonly AwardMark[]): string {
  const parts = new URLSearchParams();
  for (const [list, own] of marksByList(marks)) {
    parts.append(LIST, list);
    for (const { place, bib } of own) parts.append(place === 0 ? ABSENT : String(place), bib);
  }
  return START + parts.toString();
}

/**
 * Reads the marks of a fragment, the first for each person of a list; anything that is not a mark
 * is left out.
 */
export function readMarksLink(fragment: string): AwardMark[] {
  if (!isMarksLink(fragment)) return [];
  const marks = new Map<string, AwardMark>();
  let list = "";
  for (const [key, value] of new URLSearchParams(fragment.slice(START.length))) {
    if (key === LIST) list = value;
    else {
      const bib = value.trim();
      const place = key === ABSENT ? 0 : /^[1-9][0-9]?$/.test(key) ? Number(key) : null;
      const person = JSON.stringify([list, bib]);
      if (place !== null && bib !== "" && list !== "" && !marks.has(person) && marks.size < LIMIT)
        marks.set(person, { list, bib, place });
    }
  }
  return [...marks.values()];
}
