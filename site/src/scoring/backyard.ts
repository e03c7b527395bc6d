/**
 * A backyard-ultra while it runs (pages.md C24): every loop starts on the bell, once an hour from
 * the start. Runners who are back before the next bell wait in the corral, those who are not there
 * when it rings are out, and the last one to finish a loop that nobody else finishes has won.
 */
import { instantOf } from "../format/date";
import { chipMs, clockMs } from "../format/time";
import type { Line, Row } from "./row";
import { loopOfRow, rowKind } from "./row-kind";

/** From one bell to the next, in milliseconds. */
export const LOOP_MS = 3_600_000;

/**
 * How long after a bell its reads may still be on their way: until then nobody is called out
 * because of a missing read.
 */
export const LATE_MS = 3 * 60_000;

/** What a runner has done, derived once from their rows. Loops count from 1. */
export interface Loops {
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
export interface LoopTime {
  loop: number;
  /** Chip time since the previous loop; if that loop is missing, clock time since the bell. */
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

/** Reads the rows of one runner, in any order. */
export function loopsOf(rows: readonly Row[]): Loops {
  const kinds = rows.map(rowKind);
  const of = (kind: string) => rows.filter((_, index) => kinds[index] === kind);
  const finishes = new Map(
    of("finish")
      .toSorted((a, b) => clockMs(b) - clockMs(a))
      .map((row) => [loopOfRow(row), row]),
  );
  const times = [...finishes]
    .toSorted(([a], [b]) => a - b)
    .map(([loop, row]): LoopTime => {
      const before = finishes.get(loop - 1);
      const since =
        loop === 1 || before !== undefined
          ? chipMs(row) - (before === undefined ? 0 : chipMs(before))
          : clockMs(row) - bellAfter(0, loop - 1);
      const rest = bellAfter(0, loop) - clockMs(row);
      return { loop, run: since, rest: rest < 0 ? null : rest };
    });
  const began = kinds.includes("start") || kinds.includes("course") ? 1 : 0;
  return {
    started: Math.max(began, ...of("start").map(loopOfRow)),
    finished: Math.max(0, ...finishes.keys()),
    said: kinds.includes("dnf") ? "dnf" : kinds.includes("dns") ? "dns" : null,
    times,
  };
}

/** The bell that ends a loop and starts the next: an instant if `start` is one. */
function bellAfter(start: number, loop: number): number {
  return start + loop * LOOP_MS;
}

/** The loop under way at `now`; 0 before the start. Both in milliseconds since 1970. */
export function loopAt(start: number, now: number): number {
  return now < start ? 0 : Math.floor((now - start) / LOOP_MS) + 1;
}

/**
 * Where a runner is at `now`, from their own rows alone: on the loop whose start was read, in the
 * corral once it is finished, and out when the next bell has rung without a start, or the hour has
 * passed without a finish. Rows that are ahead of the clock are trusted.
 */
export function backyardState(rows: readonly Row[], start: number, now: number): BackyardState {
  return stateOf(loopsOf(rows), loopAt(start, now - LATE_MS));
}

/** `loop` is the last one whose reads have all arrived. */
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
   * When the next bell rings, or the race starts, in milliseconds since 1970; null after the race.
   */
  bell: number | null;
  /**
   * The loop whose bell has rung although no read of it has come in; 0 when all is well. The states
   * are then those of the loop before.
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
 * The race at `now`. If `live` is false it is over, whatever the clock says.
 *
 * Nobody is called out because reads are missing: once a bell has rung and no start of the new loop
 * is known, the race stays at the loop before while two or more runners would have to be read. If
 * it is only one, only the clock can tell that the hour is over.
 */
export function backyardAt<T>(
  runners: readonly BackyardRunner<T>[],
  start: number,
  now: number,
  live: boolean,
): Backyard<T> {
  const field = withStarts(runners);
  const known = field.reduce((most, { started, finished }) => Math.max(most, started, finished), 0);
  const clock = loopAt(start, now);
  if (clock === 0 && known <= 1 && live)
    return {
      phase: "before",
      loop: 0,
      bell: start,
      unheard: 0,
      field: standings(field, 0),
      winner: null,
      assists: [],
    };
  const late = loopAt(start, now - LATE_MS);
  const still = standings(field, Math.min(late, known));
  const count = (is: BackyardState["is"], all: readonly Standing<T>[]) =>
    all.filter(({ state }) => state.is === is).length;
  const silent = late > known && Math.max(count("running", still), count("corral", still)) > 1;
  const last = known > 0 && late > known && !silent ? afterTheBell(still) : still;
  const standing = count("running", last) + count("corral", last);
  const best = field.reduce((most, { finished }) => Math.max(most, finished), 0);
  const first = last.filter(({ finished }) => finished === best);
  const decided =
    standing === 0 || (standing === 1 && first.length === 1 && first[0]?.state.is === "corral");
  if (live && (!decided || known === 0)) {
    const loop = Math.max(clock, known);
    return {
      phase: "on",
      loop,
      bell: bellAfter(start, loop),
      unheard: silent ? known + 1 : 0,
      field: last,
      winner: null,
      assists: [],
    };
  }
  return over(last, best);
}

/**
 * Where a timer reads no starts, a runner who comes back is assumed to start again until an hour
 * passes without another finish.
 */
function withStarts<T>(runners: readonly BackyardRunner<T>[]): readonly BackyardRunner<T>[] {
  const read =
    runners.some(({ started }) => started > 1) || !runners.some(({ finished }) => finished > 1);
  return read
    ? runners
    : runners.map((runner) =>
        runner.finished > 0 ? { ...runner, started: runner.finished + 1 } : runner,
      );
}

function standings<T>(field: readonly BackyardRunner<T>[], loop: number): Standing<T>[] {
  return field.map((runner) => ({ ...runner, state: stateOf(runner, loop) }));
}

/**
 * The bell has rung with at most one runner on course and at most one in the corral: whoever is not
 * back is out.
 */
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
export interface LoopFigures {
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

/**
 * When the gun went off, in milliseconds since 1970: the median of local time minus clock time over
 * all rows, so that one row written by hand does not move the bells. Null if no row has a readable
 * local time.
 */
export function gunOf(rows: Iterable<Row>): number | null {
  const guns = [...rows].flatMap((row) => {
    const at = instantOf(row.localTime);
    const kind = rowKind(row);
    return at === null || kind === "dnf" || kind === "dns" ? [] : [at - clockMs(row)];
  });
  return guns.toSorted((a, b) => a - b)[Math.floor(guns.length / 2)] ?? null;
}

/**
 * What the line of a table alone says: it has a start of the current loop while nobody has finished
 * it, else the last finish (A3). It does not say who started the loop that others have finished.
 * Null for a DNF, whose loops are in its other rows.
 */
export function loopsOfLine({ row, state }: Line): Loops | null {
  const loop = loopOfRow(row);
  switch (rowKind(row)) {
    case "finish":
      return { started: loop, finished: loop, said: null, times: [] };
    case "start":
      return { started: loop, finished: loop - 1, said: null, times: [] };
    case "dns":
      return { started: 0, finished: 0, said: "dns", times: [] };
    case "course":
      return { started: 1, finished: 0, said: null, times: [] };
    case "dnf":
      // The row made up for a starter without a loop (A3) belongs to somebody whose own rows say
      // "started".
      return state === "dnf" ? null : { started: 1, finished: 0, said: null, times: [] };
  }
}

/** The last loop that anybody in a table has started or finished. */
export function lastLoopOf(lines: readonly Line[]): number {
  return lines.reduce((most, line) => Math.max(most, loopsOfLine(line)?.started ?? 0), 0);
}

/**
 * Where a runner is when only the table lines of the others are known: nobody is out before a start
 * of the next loop has come in, and while the race is live nobody has won yet. If `lines` is null,
 * the runner is where their own rows last say.
 */
export function stateAmong(
  own: Loops,
  lines: readonly Line[] | null,
  start: number,
  now: number,
  live: boolean,
): BackyardState {
  if (live)
    return stateOf(
      own,
      Math.min(loopAt(start, now - LATE_MS), lines === null ? 0 : lastLoopOf(lines)),
    );
  const ended = stateOf(own, Math.max(own.started, own.finished) + 1);
  const rivals = (lines ?? []).filter((line) => (loopsOfLine(line)?.finished ?? 0) >= own.finished);
  return ended.is === "out" && own.finished > 0 && rivals.length === 1 && own.said === null
    ? { is: "winner", loop: own.finished }
    : ended;
}
