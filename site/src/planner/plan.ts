/** Whether text alerts keep up: simulates the sender's queue (api.md 8.5) by the second. */
import type { FinishTimes } from "./finishers";

/** Seconds after its passage from which a text is no longer sent (api.md 8.5 "Freshness"). */
export const FRESH = 15 * 60;

export interface Race {
  /** Subscriptions, spread evenly over fast and slow; each is a text per point and finish. */
  followers: number;
  /** Timing points between start and finish, evenly along the course. */
  points: number;
  finishes: FinishTimes;
}

/** The outcome for a race's texts at a given rate. */
export interface Plan {
  /** Texts per second: each text counts as one part. */
  rate: number;
  sent: number;
  /** Not sent, because they would have left more than {@link FRESH} after their passage. */
  late: number;
  /** How many of those were about a finish. */
  lateFinishes: number;
  /** Seconds from the last finisher to the last text. */
  after: number;
  /** The maximum number of texts waiting at once. */
  peak: number;
}

/** Texts that became due in the same second. */
interface Due {
  second: number;
  count: number;
}

export function plan(race: Race, rates: readonly number[]): Plan[] {
  const { finishes, splits } = dueTexts(race);
  return rates.map((rate) => play(finishes, splits, rate));
}

function add(to: Map<number, number>, second: number): void {
  to.set(second, (to.get(second) ?? 0) + 1);
}

/** How many texts become due in each second, for finishes and for timing points. */
function dueTexts({ followers, points, finishes: at }: Race): {
  finishes: Map<number, number>;
  splits: Map<number, number>;
} {
  const finishes = new Map<number, number>();
  const splits = new Map<number, number>();
  for (let follower = 0; follower < followers; follower += 1) {
    const finish = at((follower + 0.5) / followers);
    add(finishes, Math.round(finish));
    // At an even pace: at half the course, half the time has passed.
    for (let point = 1; point <= points; point += 1)
      add(splits, Math.round((finish * point) / (points + 1)));
  }
  return { finishes, splits };
}

/** Sends finishes before points, the oldest first; a text that is too old is dropped. */
function play(
  finishes: ReadonlyMap<number, number>,
  splits: ReadonlyMap<number, number>,
  rate: number,
): Plan {
  const seconds = [...new Set([...finishes.keys(), ...splits.keys()])].toSorted((a, b) => a - b);
  const lastFinish = Math.max(0, ...finishes.keys());
  const [first, second] = [new Queue(), new Queue()];
  const played: Plan = { rate, sent: 0, late: 0, lateFinishes: 0, after: 0, peak: 0 };
  let due = 0;
  let credit = 0;
  for (
    let now = seconds[0] ?? 0;
    due < seconds.length || first.waiting + second.waiting > 0;
    now += 1
  ) {
    // Nothing is waiting: skip to the next passage.
    if (first.waiting + second.waiting === 0) {
      now = Math.max(now, seconds[due] ?? now);
      credit = 0;
    }
    for (; due < seconds.length && (seconds[due] ?? 0) <= now; due += 1) {
      const at = seconds[due] ?? 0;
      first.put({ second: at, count: finishes.get(at) ?? 0 });
      second.put({ second: at, count: splits.get(at) ?? 0 });
    }
    const lateFinishes = first.dropOlder(now - FRESH);
    played.lateFinishes += lateFinishes;
    played.late += lateFinishes + second.dropOlder(now - FRESH);
    played.peak = Math.max(played.peak, first.waiting + second.waiting);
    // At a rate below one, a text takes several seconds.
    credit += rate;
    const wanted = Math.floor(credit);
    const sent = first.take(wanted);
    const more = second.take(wanted - sent);
    credit -= wanted;
    played.sent += sent + more;
    if (sent + more > 0) played.after = Math.max(0, now - lastFinish);
  }
  return played;
}

/** Texts of one priority, in the order in which they became due. */
class Queue {
  waiting = 0;
  private readonly due: Due[] = [];
  private head = 0;

  put(texts: Due): void {
    if (texts.count === 0) return;
    this.due.push(texts);
    this.waiting += texts.count;
  }

  /** Takes up to `wanted` texts and returns how many were taken. */
  take(wanted: number): number {
    let taken = 0;
    for (
      let next = this.due[this.head];
      next !== undefined && taken < wanted;
      next = this.due[this.head]
    ) {
      const now = Math.min(next.count, wanted - taken);
      taken += now;
      next.count -= now;
      if (next.count === 0) this.head += 1;
    }
    this.waiting -= taken;
    return taken;
  }

  /** Drops the texts that became due before `than`. */
  dropOlder(than: number): number {
    let dropped = 0;
    for (
      let next = this.due[this.head];
      next !== undefined && next.second < than;
      next = this.due[this.head]
    ) {
      dropped += next.count;
      this.head += 1;
    }
    this.waiting -= dropped;
    return dropped;
  }
}
