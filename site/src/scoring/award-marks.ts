/**
 * Marks of the awards desk: medals handed out, and winners who are absent (pages.md C4 "Desk"). As
 * the fragment of an address: `#handed-out&list=10K%0Aoverall%0AW%0A&1=12&absent=7&2=15`. Browsers
 * do not send the fragment, so it is in no server's log.
 */
import {
  type AwardList,
  type AwardSettings,
  type AwardWinner,
  longerAwards,
  namesOn,
} from "./awards";
import type { Line } from "./row";

/** The desk's record of one person on one list. */
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

/** Somebody on a list as the desk sees it; the place is that in the results. */
export interface DeskWinner extends AwardWinner {
  /**
   * The place whose medal the desk hands out: those behind somebody absent move up, and who ties
   * has the same; null for absent people.
   */
  medal: number | null;
  /** The place whose medal was handed out; null when none was. */
  given: number | null;
  absent: boolean;
  /**
   * The bib of another person who was given the medal of this place, is not due it any more, and
   * still has it; null when there is none.
   */
  takenBy: string | null;
}

/** A list as the desk sees it. */
interface DeskList {
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
 * The list of a desk: it has as many present people as it has places, or more if the last of them
 * tie. `order` holds the candidates in order of the results, enough of them to replace everybody
 * absent.
 */
export function deskList(
  order: readonly AwardWinner[],
  places: number,
  marks: readonly AwardMark[],
): DeskList {
  const markOf = new Map(marks.map((mark) => [mark.bib, mark]));
  const listed = withMedals(order, places, (bib) => markOf.get(bib)?.place === 0);
  const medals = new Map(listed.map(({ result, medal }) => [result.bib, medal]));
  const holders = new Map(
    marks
      .filter(({ bib, place }) => place > 0 && medals.get(bib) !== place)
      .map(({ place, bib }) => [place, bib]),
  );
  const winners = listed.map((winner): DeskWinner => {
    const { result, medal } = winner;
    const given = medal === null ? null : (markOf.get(result.bib)?.place ?? null);
    const holder = medal === null || given === medal ? undefined : holders.get(medal);
    return Object.assign(winner, { given, absent: medal === null, takenBy: holder ?? null });
  });
  return { winners, gone: marks.filter(({ place, bib }) => place > 0 && !medals.has(bib)) };
}

/** Somebody with the place whose medal is theirs; null for absent people. */
interface WithMedal extends AwardWinner {
  medal: number | null;
}

/** A list down to its last medal. Who ties with somebody present before has the same medal. */
function withMedals(
  order: readonly AwardWinner[],
  places: number,
  isAbsent: (bib: string) => boolean,
): WithMedal[] {
  const listed: WithMedal[] = [];
  let present = 0;
  // Place and medal of the last one present.
  let last = { place: 0, medal: 0 };
  for (const winner of order) {
    const ties = winner.place === last.place;
    if (present >= places && !ties) break;
    const absent = isAbsent(winner.result.bib);
    if (!absent) {
      present += 1;
      last = { place: winner.place, medal: ties ? last.medal : present };
    }
    listed.push({ ...winner, medal: absent ? null : last.medal });
  }
  return listed;
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

export function isMarksLink(fragment: string): boolean {
  return fragment.startsWith(START);
}

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
