/**
 * A backyard-ultra while it runs (pages.md C24): every loop starts on the bell, an hour after the
 * one before, or later if the race was stopped. Runners who are back before the next bell wait in
 * the corral, those who are not there when it rings are out, and the last one to finish a loop that
 * nobody else finishes has won.
 */
import { chipMs, clockMs } from "../format/time";
import type { Line, Row } from "./row";
import { loopOfRow, rowKind } from "./row-kind";

/** From one bell to the next, in milliseconds. */
export const LOOP_MS = 3_600_000;

/**
 * How long after a bell its reads may still be on their way: until then nobody is called out
 * because of a missing read.
 */
const LATE_MS = 3 * 60_000;

/** Loops, each with a time in milliseconds since the gun. */
type Starts = readonly (readonly [loop: number, at: number])[];

/**
 * Finished loops, each with its clock time, and with what clock and loop time say about its start;
 * null without a loop time that fits between two bells.
 */
type Finishes = readonly (readonly [loop: number, at: number, began: number | null])[];

/** What the rows of a runner tell of the bells. */
interface Reads {
  /** When each start was read. */
  starts: Starts;
  finishes: Finishes;
}

/** The loops of a runner, derived once from their rows. Loops count from 1. */
interface Loops extends Reads {
  /**
   * The last loop with a start read; 0 without one. A runner who was read anywhere on the course
   * has started the first.
   */
  started: number;
  /** The last finished loop; 0 without one. */
  finished: number;
  /** Set if a row says that the runner stopped, or never started. */
  said: "dnf" | "dns" | null;
  /** Finished loops in order. */
  times: readonly LoopTime[];
}

/** One finished loop, in milliseconds. */
interface LoopTime {
  loop: number;
  /** Chip time since the previous loop; if that loop is missing, clock time since its own bell. */
  run: number;
  /** From coming back to the next bell; null for runners who came back after it. */
  rest: number | null;
}

/** Where a runner is. `loop` is the one under way, or the last finished one. */
export type BackyardState =
  | { is: "absent" }
  | { is: "dns" }
  | { is: "running"; loop: number }
  | { is: "corral"; loop: number }
  | { is: "out"; after: number }
  | { is: "winner"; loop: number };

/** The starts and finishes among the rows of one runner. */
export function readsOf(rows: readonly Row[]): Reads {
  const starts = rows
    .filter((row) => rowKind(row) === "start")
    .map((row) => [loopOfRow(row), clockMs(row)] as const);
  const back = finishesOf(rows);
  const finishes = [...back].map(([loop, row]) => {
    const run = runOf(back, loop, row);
    const fits = run !== null && run > 0 && run <= LOOP_MS;
    return [loop, clockMs(row), fits ? clockMs(row) - run : null] as const;
  });
  return { starts, finishes };
}

/** The finish of each loop; of several the first. */
function finishesOf(rows: readonly Row[]): ReadonlyMap<number, Row> {
  return new Map(
    rows
      .filter((row) => rowKind(row) === "finish")
      .toSorted((a, b) => clockMs(b) - clockMs(a))
      .map((row) => [loopOfRow(row), row]),
  );
}

/** Chip time since the previous loop; null if that loop is missing. */
function runOf(finishes: ReadonlyMap<number, Row>, loop: number, row: Row): number | null {
  const before = finishes.get(loop - 1);
  if (loop > 1 && before === undefined) return null;
  return chipMs(row) - (before === undefined ? 0 : chipMs(before));
}

/**
 * Reads the rows of one runner, in any order. `bells` are those of the race; by default, what the
 * runner's own rows say.
 */
export function loopsOf(rows: readonly Row[], bells: Starts = bellsOf([readsOf(rows)])): Loops {
  const kinds = rows.map(rowKind);
  const of = (kind: string) => rows.filter((_, index) => kinds[index] === kind);
  const finishes = finishesOf(rows);
  const times = [...finishes]
    .toSorted(([a], [b]) => a - b)
    .map(([loop, row]): LoopTime => {
      const since = runOf(finishes, loop, row) ?? clockMs(row) - bellOf(bells, loop);
      const rest = bellOf(bells, loop + 1) - clockMs(row);
      return { loop, run: since, rest: rest < 0 ? null : rest };
    });
  const began = kinds.includes("start") || kinds.includes("course") ? 1 : 0;
  return {
    ...readsOf(rows),
    started: Math.max(began, ...of("start").map(loopOfRow)),
    finished: Math.max(0, ...finishes.keys()),
    said: kinds.includes("dnf") ? "dnf" : kinds.includes("dns") ? "dns" : null,
    times,
  };
}

/**
 * The loops whose bells are known, in order, and when these rang: the middle one of the loop's start
 * reads, so that one which is late or wrong moves no bell, and of two in the middle the earlier. No
 * bell rings earlier than it would if the race was never stopped. That of a loop without start reads
 * is known if its finishes show that it rang later than an hour for each loop since the last known
 * one.
 */
export function bellsOf(runners: readonly Reads[]): Starts {
  const starts = byLoop(runners.flatMap((runner) => runner.starts));
  const finishes = byLoop(runners.flatMap((runner) => runner.finishes));
  const heard = [...starts].map(
    ([loop, reads]) =>
      [loop, Math.max(middle(reads.map(([, at]) => at)) ?? 0, (loop - 1) * LOOP_MS)] as const,
  );
  const bells: (readonly [loop: number, at: number])[] = [];
  for (const loop of [...new Set([...starts.keys(), ...finishes.keys()])].toSorted(
    (a, b) => a - b,
  )) {
    const read = heard.find(([of]) => of === loop);
    if (read !== undefined) {
      bells.push(read);
      continue;
    }
    const usual = bellOf(bells, loop);
    const latest = heard
      .filter(([later]) => later > loop)
      .map(([later, at]) => at - (later - loop) * LOOP_MS);
    const at = Math.min(begunAt(finishes.get(loop) ?? [], usual), ...latest);
    if (at > usual) bells.push([loop, at]);
  }
  return bells;
}

/**
 * When a loop without start reads began: by the loop times of those who finished it; without any, at
 * the latest when the first of them was back, if that is after the hour from its `usual` bell.
 */
function begunAt(finishes: Finishes, usual: number): number {
  const told = middle(finishes.flatMap(([, , began]) => began ?? []));
  if (told !== null) return told;
  const first = Math.min(...finishes.map(([, at]) => at));
  return first > usual + LOOP_MS ? first : usual;
}

function byLoop<T extends readonly [loop: number, ...unknown[]]>(
  reads: readonly T[],
): ReadonlyMap<number, T[]> {
  const loops = new Map<number, T[]>();
  for (const read of reads) {
    const others = loops.get(read[0]) ?? [];
    loops.set(read[0], others);
    others.push(read);
  }
  return loops;
}

/** Of two in the middle the smaller; null of none. */
function middle(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? null;
}

/** The gun, from which the bells count until a start says otherwise. */
const GUN = [1, 0] as const;

/**
 * The bell that starts a loop, in milliseconds since the gun: an hour for each loop since the last
 * one whose bell is known.
 */
function bellOf(bells: Starts, loop: number): number {
  const [from, at] = bells.findLast(([known]) => known <= loop) ?? GUN;
  return at + (loop - from) * LOOP_MS;
}

/** The loop under way so many milliseconds after the gun; 0 before the start. */
function loopAt(bells: Starts, since: number): number {
  if (since < 0) return 0;
  const [from, at] = bells.findLast(([, rang]) => rang <= since) ?? GUN;
  const next = bells.find(([loop]) => loop > from)?.[0] ?? Infinity;
  return Math.min(from + Math.floor((since - at) / LOOP_MS), next - 1);
}

/**
 * Where a runner is: on the loop whose start was read, in the corral once it is finished, and out
 * when the next bell has rung without a start, or the hour has passed without a finish. Rows that
 * are ahead of the clock are trusted. `loop` is the last one whose reads have all arrived.
 */
function stateOf({ started, finished, said }: Loops, loop: number): BackyardState {
  if (said === "dns") return { is: "dns" };
  if (said === "dnf") return { is: "out", after: finished };
  const reached = Math.max(loop, started, finished);
  if (started === 0 && finished === 0) return { is: "absent" };
  if (finished === reached) return { is: "corral", loop: finished };
  if (started === reached) return { is: "running", loop: started };
  return { is: "out", after: finished };
}

/** A runner of the race, and what their rows say. */
export interface BackyardRunner<T> extends Loops {
  who: T;
}

/** A runner with their state at the requested moment. */
export interface Standing<T> extends BackyardRunner<T> {
  state: BackyardState;
}

/** The whole race at one moment. */
export interface Backyard<T> {
  phase: "before" | "on" | "over";
  /** The loop under way; after the race, the last one that anybody finished. */
  loop: number;
  /**
   * When the next bell rings, or the race starts, in milliseconds since 1970; null after the race,
   * and while a loop is unheard.
   */
  bell: number | null;
  /**
   * The loop whose bell has rung although no start of it has come in: the states are then those of
   * the loop before. With nobody in the corral, the loop whose hour is over. 0 when all is well.
   */
  unheard: number;
  /** Everybody, in the order given. */
  field: readonly Standing<T>[];
  /** The runner who finished more loops than anybody else, once nobody can match them. */
  winner: Standing<T> | null;
  /** The runners who went furthest apart from the winner. */
  assists: readonly Standing<T>[];
}

/**
 * When more runners than this are not back within the hour, it is rather the line that is down, or the
 * loop was stopped: only their rows tell that they are out.
 */
const SEEN_OUT = 2;

/**
 * The race at `now`, whose gun went off at `start`. If `live` is false it is over, whatever the
 * clock says.
 *
 * Once the hour of the last known loop is over, the last ones on course are out: only the clock can
 * tell that, if somebody else made it, and else after another hour without a row. Nobody is called
 * out of the corral because reads are missing: until a start of the next loop is known, the race
 * stays at the loop before, for its line may be down, or the race stopped.
 */
export function backyardAt<T>(
  runners: readonly BackyardRunner<T>[],
  start: number,
  now: number,
  live: boolean,
): Backyard<T> {
  const bells = bellsOf(runners);
  const clock = loopAt(bells, now - start);
  const late = loopAt(bells, now - LATE_MS - start);
  const field = withStarts(runners, clock);
  const known = field.reduce((most, { started, finished }) => Math.max(most, started, finished), 0);
  if (clock === 0 && known <= 1 && live)
    return {
      phase: "before",
      loop: 0,
      bell: start + bellOf(bells, 1),
      unheard: 0,
      field: standings(field, 0),
      winner: null,
      assists: [],
    };
  const still = standings(field, Math.min(late, known));
  const ended = known > 0 && late > known;
  const count = (is: BackyardState["is"]) => still.filter(({ state }) => state.is === is).length;
  const inTime = field.some(({ finishes }) =>
    finishes.some(([loop, at]) => loop === known && at <= bellOf(bells, known + 1)),
  );
  const noneBack = known > 0 && clock > known && count("corral") === 0;
  const timedOut =
    ended && count("running") <= SEEN_OUT && (inTime || (noneBack && late > known + 1));
  const last = timedOut ? afterTheBell(still) : still;
  const standing = last.filter(({ state }) => state.is === "running" || state.is === "corral");
  const best = field.reduce((most, { finished }) => Math.max(most, finished), 0);
  const first = last.filter(({ finished }) => finished === best);
  // While nobody is out yet, others may be on the loop without a read.
  const won =
    standing.length === 1 &&
    first.length === 1 &&
    first[0]?.state.is === "corral" &&
    (timedOut || last.some(({ state }) => state.is === "out"));
  if (!live || (known > 0 && (standing.length === 0 || won))) return over(last, best);
  const loop = clock > known && !noneBack ? known + 1 : known;
  const bell = start + bellOf(bells, loop + 1);
  return {
    phase: "on",
    loop,
    bell: bell <= now || ended ? null : bell,
    unheard: ended || noneBack ? loop : 0,
    field: still,
    winner: null,
    assists: [],
  };
}

/**
 * Where no start of the last loop was read, whoever came back from a loop is assumed to start the
 * next one at its bell; not who finished alone, for whom there may be no next one.
 */
function withStarts<T>(
  runners: readonly BackyardRunner<T>[],
  clock: number,
): readonly BackyardRunner<T>[] {
  const most = (of: (runner: BackyardRunner<T>) => number) => Math.max(0, ...runners.map(of));
  const best = most(({ finished }) => finished);
  if (best <= most(({ started }) => started)) return runners;
  const alone = runners.filter(({ finished }) => finished === best).length === 1;
  return runners.map((runner) => {
    const { started, finished } = runner;
    const next = alone && finished === best ? finished : finished + 1;
    return finished === 0
      ? runner
      : { ...runner, started: Math.max(started, Math.min(next, Math.max(clock, best))) };
  });
}

function standings<T>(field: readonly BackyardRunner<T>[], loop: number): Standing<T>[] {
  return field.map((runner) => ({ ...runner, state: stateOf(runner, loop) }));
}

/** The bell has rung: whoever is not back is out. */
function afterTheBell<T>(field: readonly Standing<T>[]): Standing<T>[] {
  return field.map((runner) =>
    runner.state.is === "running"
      ? { ...runner, state: { is: "out", after: runner.finished } }
      : runner,
  );
}

function over<T>(field: readonly Standing<T>[], best: number): Backyard<T> {
  const first = field.filter(({ finished }) => finished === best);
  const won = best > 0 && first.length === 1 ? first[0] : undefined;
  const ended = field.map((runner): Standing<T> => {
    if (runner.who === won?.who) return { ...runner, state: { is: "winner", loop: best } };
    const { is } = runner.state;
    return is === "running" || is === "corral"
      ? { ...runner, state: { is: "out", after: runner.finished } }
      : runner;
  });
  const second = Math.max(
    0,
    ...ended.filter(({ state }) => state.is === "out").map(({ finished }) => finished),
  );
  return {
    phase: "over",
    loop: best,
    bell: null,
    unheard: 0,
    field: ended,
    winner: ended.find(({ state }) => state.is === "winner") ?? null,
    assists:
      won === undefined || second === 0
        ? []
        : ended.filter(({ state, finished }) => state.is === "out" && finished === second),
  };
}

/**
 * The number of whistles last blown before a bell: three at three minutes, then two, then one; null
 * before that and once the bell has rung.
 */
export function whistlesAt(untilBell: number): 1 | 2 | 3 | null {
  if (untilBell <= 0 || untilBell > 3 * 60_000) return null;
  return untilBell <= 60_000 ? 1 : untilBell <= 2 * 60_000 ? 2 : 3;
}

/** The loop times of a runner summarised, in milliseconds. */
interface LoopFigures {
  last: LoopTime;
  fastest: number;
  slowest: number;
  average: number;
}

/**
 * The last, the fastest, the slowest and the average loop; null without a finished loop. A loop
 * with a time below 0 is ignored.
 */
export function loopFigures({ times }: Pick<Loops, "times">): LoopFigures | null {
  const own = times.filter(({ run }) => run >= 0);
  const last = own.at(-1);
  if (last === undefined) return null;
  const runs = own.map(({ run }) => run);
  return {
    last,
    fastest: Math.min(...runs),
    slowest: Math.max(...runs),
    average: runs.reduce((sum, run) => sum + run, 0) / runs.length,
  };
}

const NOTHING: Loops = {
  started: 0,
  starts: [],
  finishes: [],
  finished: 0,
  said: null,
  times: [],
};

/**
 * The loops that the line of a table alone tells: a start of the current loop while nobody has
 * finished it, else the last finish (A3). It does not say who started the loop that others have
 * finished. Null for a DNF, whose loops are in its other rows.
 */
export function loopsOfLine({ row, state }: Line): Loops | null {
  const loop = loopOfRow(row);
  switch (rowKind(row)) {
    case "finish":
      return { ...NOTHING, ...readsOf([row]), started: loop, finished: loop };
    case "start":
      return { ...NOTHING, started: loop, finished: loop - 1, starts: [[loop, clockMs(row)]] };
    case "dns":
      return { ...NOTHING, said: "dns" };
    case "course":
      return { ...NOTHING, started: 1 };
    case "dnf":
      // The row made up for a starter without a loop (A3) belongs to somebody whose own rows say
      // "started".
      return state === "dnf" ? null : { ...NOTHING, started: 1 };
  }
}

/**
 * Of more who may be on the last loop, one at least is: the clock tells when it is over. Once it
 * is, the rows of more who stopped would cost more than they tell.
 */
const FEW = 10;

/**
 * The lines of the others whose rows say whether the runner has won, as the lines do not: of who
 * stopped how many loops they finished, and of who finished the loop before the last one whether
 * they started that, which nobody has once the race is not `live`. Empty while the runner cannot
 * have won.
 */
export function decidingLines(
  own: BackyardRunner<string>,
  lines: readonly Line[],
  live: boolean,
): Line[] {
  const { who, started, finished, said } = own;
  if (said !== null || finished === 0 || (live && started > finished)) return [];
  const others = lines
    .filter(({ row }) => row.bib !== who)
    .map((line) => ({ line, loops: loopsOfLine(line) }));
  const reached = (loops: Loops | null) => (live ? loops?.started : loops?.finished) ?? 0;
  if (others.some(({ loops }) => reached(loops) >= finished)) return [];
  const before = others.filter(
    ({ loops }) => live && (loops?.finished ?? 0) === finished - 1 && loops?.said === null,
  );
  const out = others.filter(({ loops }) => loops === null);
  return (live ? before : out).length > FEW ? [] : [...before, ...out].map(({ line }) => line);
}

/**
 * Where the runner with this bib is when only the table lines of the others are known, which do not
 * say who started the loop that others have finished: whoever may be on it is taken to be, until
 * its hour is over, but for those of whom all rows are `known`. If `lines` is null, the runner is
 * where their own rows last say.
 */
export function stateAmong(
  own: BackyardRunner<string>,
  lines: readonly Line[] | null,
  start: number,
  now: number,
  live: boolean,
  known: (line: Line) => readonly Row[] | undefined = () => undefined,
): BackyardState {
  if (lines === null) return stateOf(own, live ? 0 : Math.max(own.started, own.finished) + 1);
  const others = lines.flatMap((line) => {
    if (line.row.bib === own.who) return [];
    const rows = known(line);
    const loops = rows === undefined ? loopsOfLine(line) : loopsOf(rows);
    return loops === null ? [] : [Object.assign({ who: "", whole: rows !== undefined }, loops)];
  });
  const last = Math.max(own.started, own.finished, ...others.map(({ started }) => started));
  const runners = others.map((loops) =>
    loops.whole || loops.finished === 0
      ? loops
      : Object.assign(loops, { started: Math.min(loops.finished + 1, last) }),
  );
  const { field } = backyardAt([own, ...runners], start, now, live);
  return field[0]?.state ?? { is: "absent" };
}
