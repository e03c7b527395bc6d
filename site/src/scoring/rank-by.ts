/** The rank-by box: which time ranks, and places recalculated by the other time (pages.md A13). */
import { bibKey, type BibKey, compareBibKeys } from "../format/bib";
import { genderOf } from "../format/gender";
import { isOutType } from "../format/result-type";
import { chipMs, clockMs } from "../format/time";
import { type Basis, basisOf, type Board, type EventType, type Line, type Row } from "./row";

export function otherBasis(basis: Basis): Basis {
  return basis === "clock" ? "chip" : "clock";
}

/**
 * The time that ranks: the year's, or the other one while the box is on; always clock for time
 * events (A13).
 */
export function rankingBasis(eventType: EventType, rankingType: string, boxOn: boolean): Basis {
  if (eventType === "time") return "clock";
  const official = basisOf(rankingType);
  return boxOn ? otherBasis(official) : official;
}

/** Whether there are finishers, and the clock and chip time of each of them are the same. */
export function hasOneTime(lines: readonly Line[]): boolean {
  const results = lines.flatMap(({ result }) => result ?? []);
  return results.length > 0 && results.every((result) => clockMs(result) === chipMs(result));
}

/**
 * Marks the rows of a race that is over as timed in whole seconds where none of its times has a
 * fraction and clock and chip time of each finish are the same, as in a file with one column of
 * times (A8.2). Times of out rows mean nothing.
 */
export function markWholeSeconds(eventType: EventType, live: boolean, rows: readonly Row[]): void {
  const wholeSeconds =
    eventType === "distance" &&
    !live &&
    rows.some((row) => row.finish && !isOutType(row.type)) &&
    rows.every(
      (row) =>
        isOutType(row.type) ||
        (row.milliseconds === 0 &&
          row.chipMilliseconds === 0 &&
          (!row.finish || row.seconds === row.chipSeconds)),
    );
  for (const row of rows) row.wholeSeconds = wholeSeconds || undefined;
}

/** The three places of a runner; -1 is none. */
interface Places {
  overall: number;
  gender: number;
  ageGroup: number;
}

const NO_PLACES: Places = { overall: -1, gender: -1, ageGroup: -1 };

/** Places recalculated by `basis`, one entry per line, in the order of the lines (A13, box on). */
export function rankBy(lines: readonly Line[], eventType: EventType, basis: Basis): Places[] {
  const runners: RankedLine[] = [];
  lines.forEach((line, index) => {
    const { result } = line;
    if (result !== null && result.occurrence >= 1)
      runners.push(runnerOf(result, line, index, eventType, basis));
  });
  const places = lines.map(() => NO_PLACES);
  const nextGender = counter();
  const nextAgeGroup = counter();
  runners.toSorted(compareRunners).forEach((runner, position) => {
    const { group } = genderOf(runner.line.row.gender);
    const { ageGroup } = runner.line.row;
    places[runner.index] = {
      overall: position + 1,
      gender: group === "" ? -1 : nextGender(group),
      ageGroup: group === "" || ageGroup === "" ? -1 : nextAgeGroup(`${group}\n${ageGroup}`),
    };
  });
  return places;
}

/**
 * The board with these places on the table rows; the lines and rows of the given board stay
 * unchanged.
 */
export function withPlaces(board: Board, places: readonly Places[]): Board {
  const lines = board.lines.map((line, index): Line => {
    const { overall, gender, ageGroup } = places[index] ?? NO_PLACES;
    const row: Row = { ...line.row, ranking: overall, genderRanking: gender, ageRanking: ageGroup };
    return { row, result: line.result, state: line.state };
  });
  return { distance: board.distance, lines, passages: board.passages };
}

/** Counts 1, 2, 3 … for each key separately. */
export function counter(): (key: string) => number {
  const counts = new Map<string, number>();
  return (key) => {
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    return next;
  };
}

interface RankedLine {
  line: Line;
  index: number;
  loops: number;
  seconds: number;
  milliseconds: number;
  uploaded: number;
  bib: BibKey;
}

function runnerOf(
  result: Row,
  line: Line,
  index: number,
  eventType: EventType,
  basis: Basis,
): RankedLine {
  return {
    line,
    index,
    loops: eventType === "backyardultra" ? result.occurrence : 0,
    seconds: basis === "chip" ? result.chipSeconds : result.seconds,
    milliseconds: basis === "chip" ? result.chipMilliseconds : result.milliseconds,
    uploaded: result.ranking >= 1 ? result.ranking : Number.MAX_SAFE_INTEGER,
    bib: bibKey(result.bib),
  };
}

function compareRunners(a: RankedLine, b: RankedLine): number {
  return (
    b.loops - a.loops ||
    a.seconds - b.seconds ||
    a.milliseconds - b.milliseconds ||
    a.uploaded - b.uploaded ||
    compareBibKeys(a.bib, b.bib)
  );
}
