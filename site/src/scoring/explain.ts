/** Why a runner has the place they have (pages.md C2; rules of A12, A13). */
import { hasPlace, placeText } from "../format/place";
import { genderOf } from "../format/gender";
import { chipMs, clockMs } from "../format/time";
import type { Basis, EventType, Line } from "./row";

/** A neighbour in the order of places, and how far away. */
export interface Neighbour {
  line: Line;
  /**
   * Difference in laps or loops: if there is one, it decides, not the time. Always 0 in distance
   * events.
   */
  laps: number;
  /** Difference in milliseconds of the time that ranks. */
  gapMs: number;
  /** Whether laps and time say the opposite: then no difference tells why the place is what it is. */
  against: boolean;
}

/** The reasons for the place of one runner. */
interface Explanation {
  /** The nearest ones with another place: who shares it is neither before nor behind. */
  before: Neighbour | null;
  behind: Neighbour | null;
  /**
   * The number of runners counted (see {@link isCounted}): in total, of the same gender, and of the
   * same gender and age group.
   */
  counted: number;
  ofGender: number;
  ofAgeGroup: number;
  /**
   * "place" if another runner shares the place (C4.3), else "time" if one has exactly the same laps
   * and the same time that ranks; null without a tie.
   */
  tied: "place" | "time" | null;
  /** Who shares the place, in the order of the lines. */
  sharedBy: readonly Line[];
}

/**
 * Explains the place of `line` among the lines of its board, whose rows carry the places that are
 * shown.
 */
export function explainPlace(
  lines: readonly Line[],
  line: Line,
  eventType: EventType,
  basis: Basis,
): Explanation {
  const between = (other: Line) => Math.abs(lapsOf(other, eventType) - lapsOf(line, eventType));
  const neighbour = (other: Line | undefined, ahead: boolean): Neighbour | null =>
    other === undefined
      ? null
      : {
          line: other,
          laps: between(other),
          gapMs: Math.abs(timeOf(other, basis) - timeOf(line, basis)),
          against: ahead
            ? contradicts(other, line, eventType, basis)
            : contradicts(line, other, eventType, basis),
        };
  // The places at timing points do not continue those of the finish.
  const placed = lines
    .filter(({ row, state }) => hasPlace(row) && (eventType !== "distance" || state === line.state))
    .toSorted((a, b) => a.row.ranking - b.row.ranking);
  const others = placed.filter((other) => other !== line);
  const sharedBy = others.filter(({ row }) => placeText(row) === placeText(line.row));
  const apart = placed.filter((other) => !sharedBy.includes(other));
  const index = apart.indexOf(line);
  const gender = genderOf(line.row.gender).group;
  const field = lines.filter((other) => isCounted(other, eventType));
  const sameGender = field.filter(({ row }) => genderOf(row.gender).group === gender);
  return {
    before: neighbour(apart[index - 1], true),
    behind: index < 0 ? null : neighbour(apart[index + 1], false),
    counted: field.length,
    ofGender: sameGender.length,
    ofAgeGroup: sameGender.filter(({ row }) => row.ageGroup === line.row.ageGroup).length,
    tied:
      sharedBy.length > 0
        ? "place"
        : others.some(
              (other) => between(other) === 0 && timeOf(other, basis) === timeOf(line, basis),
            )
          ? "time"
          : null,
    sharedBy,
  };
}

/** Whether the places of a timed race go by laps, then time: a timer may count part of a lap. */
export function goesByLaps(lines: readonly Line[]): boolean {
  const placed = lines
    .filter(({ row, result }) => result !== null && hasPlace(row))
    .toSorted((a, b) => a.row.ranking - b.row.ranking);
  return placed.every((line, index) => {
    const ahead = placed[index - 1] ?? line;
    return ahead.row.ranking === line.row.ranking || !contradicts(ahead, line, "time", "clock");
  });
}

/** Whether laps and time would have `back` before `ahead`. */
function contradicts(ahead: Line, back: Line, eventType: EventType, basis: Basis): boolean {
  const laps = lapsOf(ahead, eventType) - lapsOf(back, eventType);
  return laps < 0 || (laps === 0 && timeOf(ahead, basis) > timeOf(back, basis));
}

/**
 * Whether a place is relative to this runner: those who have finished (in a timed race, a lap). The
 * last runner of a backyard finishes alone; there it is everybody who started.
 */
export function isCounted({ state }: Line, eventType: EventType): boolean {
  return (
    state === "finished" ||
    (eventType === "backyardultra" && (state === "started" || state === "dnf"))
  );
}

/** The time that ranks, in milliseconds. */
function timeOf({ row, result }: Line, basis: Basis): number {
  const counted = result ?? row;
  return basis === "clock" ? clockMs(counted) : chipMs(counted);
}

/**
 * Laps, or hours of a backyard; 0 in distance events, which rank by time alone even if the finish
 * is passed several times.
 */
function lapsOf({ row, result }: Line, eventType: EventType): number {
  const { occurrence } = result ?? row;
  if (eventType === "distance") return 0;
  return eventType === "time" ? occurrence : Math.floor(occurrence / 2) + 1;
}
