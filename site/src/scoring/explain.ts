/** Why a runner has the place he has (issue "Every place explains itself"; rules of pages.md A12, A13). */
import { hasPlace } from "../format/place";
import { genderOf } from "../format/gender";
import { chipMs, clockMs } from "../format/time";
import type { Basis, EventType, Line } from "./row";

/** A neighbour in the order of places, and how far away in the time that ranks. */
export interface Neighbour {
  line: Line;
  /** Milliseconds; null where laps or hours decide, not the time. */
  gapMs: number | null;
}

/** What can be said about the place of one runner. */
export interface Explanation {
  before: Neighbour | null;
  behind: Neighbour | null;
  /** Runners with a place, all and of the same gender and of the same gender and age group. */
  placed: number;
  ofGender: number;
  ofAgeGroup: number;
  /** Another placed runner has exactly the same time that ranks, and the same laps. */
  tied: boolean;
}

/** Explains the place of `line` among the lines of its board, whose rows carry the places that are shown. */
export function explainPlace(lines: readonly Line[], line: Line, eventType: EventType, basis: Basis): Explanation {
  // A distance event ranks by time alone, also where the finish is passed several times.
  const sameLaps = (a: Line, b: Line) => eventType === "distance" || lapsOf(a) === lapsOf(b);
  const neighbour = (other: Line | undefined): Neighbour | null =>
    other === undefined ? null : { line: other, gapMs: sameLaps(other, line) ? Math.abs(timeOf(other, basis) - timeOf(line, basis)) : null };
  const placed = lines.filter(({ row }) => hasPlace(row)).toSorted((a, b) => a.row.ranking - b.row.ranking);
  const index = placed.indexOf(line);
  const gender = genderOf(line.row.gender).group;
  const sameGender = placed.filter(({ row }) => genderOf(row.gender).group === gender);
  return {
    before: neighbour(placed[index - 1]),
    behind: index < 0 ? null : neighbour(placed[index + 1]),
    placed: placed.length,
    ofGender: sameGender.length,
    ofAgeGroup: sameGender.filter(({ row }) => row.ageGroup === line.row.ageGroup).length,
    tied: placed.some((other) => other !== line && sameLaps(other, line) && timeOf(other, basis) === timeOf(line, basis)),
  };
}

/** The time that ranks, in milliseconds. */
function timeOf({ row, result }: Line, basis: Basis): number {
  const counted = result ?? row;
  return basis === "clock" ? clockMs(counted) : chipMs(counted);
}

function lapsOf({ row, result }: Line): number {
  return (result ?? row).occurrence;
}
