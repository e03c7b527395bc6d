/** Whether an award list can still change other than by a correction (pages.md C4 "Final"). */
import { isGrandMaster, isMaster } from "../format/age";
import { compareBibs } from "../format/bib";
import { genderOf } from "../format/gender";
import { isOutType, typeSuffix } from "../format/result-type";
import { chipMs, clockMs } from "../format/time";
import { type AwardList, type AwardSettings, namesOn } from "./awards";
import { byRanking, finishersOf } from "./result-order";
import type { Basis, Board, EventType, Line, Row } from "./row";

export interface Finality {
  /**
   * "final" if only a correction can change who is on the list, and in which order; "seen" if nobody
   * who was seen can, but who is still to start is in no list.
   */
  is: "final" | "seen" | "open";
  /** Runners who are not in yet, or have no place yet, and could change the list; by bib. */
  rivals: Line[];
  /** Number of entrants who have not started and could change the list. */
  unstarted: number;
}

/** Somebody who is entered for a distance, whether or not they have started. */
export interface Entrant {
  bib: string;
  gender: string;
  /** "" if unknown. */
  ageGroup: string;
  /** "" for any. */
  distance: string;
}

/** Who is in a distance, as far as the public list tells. */
interface Field {
  /** The entrants of whom there is no row in any distance, so that they may start in a wave to come. */
  unstarted: readonly Entrant[];
  /**
   * Whom of those who have a row and are not anonymous the list has. With everybody it is one that is
   * kept, and who is not on it is not in the race; "nobody" if no list was uploaded.
   */
  listed: "everybody" | "some" | "nobody";
}

/**
 * The field of a board. Whoever has a row in one of the `others` runs there, but where somebody else
 * is entered there with the same bib.
 */
export function fieldOf(
  entrants: readonly Entrant[],
  { distance, lines }: Pick<Board, "distance" | "lines">,
  others: readonly Pick<Board, "distance" | "lines">[] = [],
): Field {
  const own = entrants.filter((one) => ["", distance].includes(one.distance.trim()));
  const entered = new Set(own.map(({ bib }) => bib.trim()));
  const elsewhere = others.flatMap((other) => {
    const theirs = new Set(
      entrants.flatMap((one) => (one.distance.trim() === other.distance ? [one.bib.trim()] : [])),
    );
    return other.lines.flatMap(({ row: { bib } }) => (theirs.has(bib) ? [] : [bib]));
  });
  const seen = new Set([...lines.map(({ row }) => row.bib), ...elsewhere]);
  const isEntered = ({ row }: Line) => row.anonymous || entered.has(row.bib.trim());
  return {
    unstarted: own.filter(({ bib }) => !seen.has(bib.trim())),
    listed: own.length === 0 ? "nobody" : lines.every(isEntered) ? "everybody" : "some",
  };
}

/**
 * The finality of each of `lists`, which are those of `lines` under `settings`; null where it
 * cannot be determined: laps and loops count until the race is over.
 *
 * Assumes that finish reads are published in their order, and that anybody else who starts after the
 * last start seen does so within the last medallist's time of it. `spread` is how long after the
 * first clock of the distance the last one began, in milliseconds; 0 with one clock.
 */
export function finalAwards(
  lists: readonly AwardList[],
  lines: readonly Line[],
  settings: AwardSettings,
  eventType: EventType,
  rankingType: string,
  field: Field,
  spread = 0,
): Map<AwardList, Finality> | null {
  if (eventType !== "distance") return null;
  const race = raceOf(lines, basesOf(rankingType), field, spread);
  const overall = new Map(
    lists.filter(({ kind }) => kind === "overall").map((list) => [list.gender, list]),
  );
  return new Map(
    lists.map((list) => [list, finalityOf(list, overall.get(list.gender) ?? null, race, settings)]),
  );
}

/**
 * The times by which places may be given: a label that says neither gun nor chip may mean both, one
 * for some groups and one for others.
 */
function basesOf(rankingType: string): Basis[] {
  if (rankingType === "chip") return ["chip"];
  return rankingType === "gun" || rankingType === "" ? ["clock"] : ["clock", "chip"];
}

interface Race {
  bases: readonly Basis[];
  /**
   * Runners who may still get a place, by gender group, each with what their time will exceed by
   * each basis, in milliseconds.
   */
  pending: ReadonlyMap<string, Pending[]>;
  /** Entrants who have not started: a wave of their own may be the fastest, by its own clock, too. */
  unstarted: readonly Entrant[];
  /** The times that anybody else without a row will exceed, in milliseconds by each basis. */
  unseen: readonly number[];
  /** Whether the places follow these times, so that times tell who can still take one. */
  ordered: boolean;
  /** Whether nobody is left who could still get a place. */
  everybodyIn: boolean;
  /** What a list is that nobody who is known can change. */
  settled: "final" | "seen";
}

interface Pending {
  line: Line;
  /**
   * For a finisher without a place, the known time: an equal time is not certain to be beaten,
   * either.
   */
  exceeds: readonly number[];
}

function raceOf(
  lines: readonly Line[],
  bases: readonly Basis[],
  { unstarted, listed }: Field,
  spread: number,
): Race {
  const finishers = finishersOf(lines);
  const placed = byRanking(finishers.filter(({ result }) => isPlaced(result)));
  const ordered = placed.every(({ result }, index) =>
    bases.every(
      (basis) => timeOf(placed[index - 1]?.result ?? result, basis) <= timeOf(result, basis),
    ),
  );
  // A finisher's clock began with the first gun at the earliest, that of others with the last one.
  const finishClock =
    largest(finishers.flatMap(({ result }) => (hasGunClock(result) ? clockMs(result) : []))) -
    spread;
  const lastStart = largest(
    lines.flatMap(({ row }) =>
      hasGunClock(row) && !isOutType(row.type) ? (startOf(row) ?? []) : [],
    ),
  );
  const pending = new Map<string, Pending[]>();
  for (const line of lines) {
    if (!isPending(line)) continue;
    const { group } = genderOf(line.row.gender);
    const others = pending.get(group) ?? [];
    pending.set(group, others);
    others.push({ line, exceeds: bases.map((basis) => exceededBy(line, basis, finishClock)) });
  }
  const unseenChip = lastStart === -Infinity ? -Infinity : finishClock - lastStart;
  const unseen = bases.map((basis) => (basis === "clock" ? finishClock : unseenChip));
  // Without start reads nobody without a finish is known, and none who is on course.
  const known = listed === "everybody" || (listed === "nobody" && lastStart !== -Infinity);
  const everybodyIn = known && unstarted.length === 0 && pending.size === 0;
  const settled = listed === "nobody" ? "seen" : "final";
  return { bases, pending, unstarted, unseen, ordered, everybodyIn, settled };
}

function isPlaced({ ranking, occurrence }: Row): boolean {
  return ranking >= 1 && occurrence >= 1;
}

/** Not out, and without a place; unofficial finishers get none. */
function isPending({ row, result, state }: Line): boolean {
  if (state === "dnf" || state === "dns") return false;
  return result === null || (!isPlaced(result) && typeSuffix(row.type) !== "u");
}

/**
 * Whether the clock of a row began with the gun: those of an early, late or virtual start, and of
 * another distance, may not have.
 */
function hasGunClock({ type }: Row): boolean {
  const suffix = typeSuffix(type);
  return suffix === "" || suffix === "u";
}

/** The largest of these, for lists of any length; -Infinity for an empty one. */
function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}

/**
 * When a runner crossed the start, in milliseconds since the gun; null without a start read, in
 * which case both times are equal.
 */
function startOf(row: Row): number | null {
  const start = clockMs(row) - chipMs(row);
  return start > 0 ? start : null;
}

function timeOf(row: Row, basis: Basis): number {
  return basis === "clock" ? clockMs(row) : chipMs(row);
}

/**
 * A lower bound for the finish time of somebody who has no place yet: their own last time, and,
 * since finishers come in order, what the last finisher's clock would be for them. By chip only if
 * their start is known.
 */
function exceededBy({ row, result, state }: Line, basis: Basis, finishClock: number): number {
  if (result !== null) return timeOf(result, basis);
  if (state === "not-started") return -Infinity;
  const clock = hasGunClock(row) ? finishClock : -Infinity;
  if (basis === "clock") return Math.max(clockMs(row), clock);
  const start = startOf(row);
  return start === null ? -Infinity : Math.max(chipMs(row), clock - start);
}

function finalityOf(
  list: AwardList,
  overall: AwardList | null,
  race: Race,
  settings: AwardSettings,
): Finality {
  if (race.everybodyIn) return { is: race.settled, unstarted: 0, rivals: [] };
  // Somebody who leaves the overall list moves into an age group if overall winners take no part
  // there.
  const lists =
    list.kind === "age-group" && !settings.includeOverall && settings.overall > 0
      ? [list, overall]
      : [list];
  const rivals = new Set<Line>();
  const starters = new Set<Entrant>();
  let sure = true;
  for (const one of lists) {
    const last = one === null ? null : lastTimes(one, race, settings);
    const beaten = (exceeds: readonly number[]) =>
      last !== null && exceeds.every((time, index) => time > (last[index] ?? Infinity));
    sure &&= beaten(race.unseen);
    for (const { line, exceeds } of race.pending.get(list.gender) ?? []) {
      if (one !== null && belongs(line.row, one, settings) && !beaten(exceeds)) rivals.add(line);
    }
    if (one === null) continue;
    for (const entrant of race.unstarted) {
      if (genderOf(entrant.gender).group === list.gender && mayBelong(entrant, one))
        starters.add(entrant);
    }
  }
  return {
    is: sure && rivals.size === 0 && starters.size === 0 ? race.settled : "open",
    unstarted: starters.size,
    rivals: [...rivals].toSorted((a, b) => compareBibs(a.row.bib, b.row.bib)),
  };
}

/**
 * The longest times on the list by each basis; null while the list has room, or if times do not
 * decide.
 */
function lastTimes(
  { kind, winners }: AwardList,
  { bases, ordered }: Race,
  settings: AwardSettings,
): number[] | null {
  if (!ordered || winners.length < namesOn(kind, settings)) return null;
  return bases.map((basis) => largest(winners.map(({ result }) => timeOf(result, basis))));
}

/** Whether an entrant of the list's gender could be on it; of entrants no age is public. */
function mayBelong({ ageGroup }: Entrant, { kind, group }: AwardList): boolean {
  return kind !== "age-group" || ageGroup === "" || ageGroup === group;
}

/** Whether somebody of the list's gender would be on it if they placed high enough. */
function belongs(
  { age, ageGroup }: Row,
  { kind, group }: AwardList,
  settings: AwardSettings,
): boolean {
  switch (kind) {
    case "overall":
      return true;
    case "age-group":
      return ageGroup === group;
    case "masters":
      return isMaster(age) && !(settings.grandMasters && isGrandMaster(age));
    case "grand-masters":
      return isGrandMaster(age);
  }
}
