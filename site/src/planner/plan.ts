/**
 * Whether text alerts keep up with a race: the queue of the sender (api.md 8.5), played through in
 * seconds.
 */
import type { FinishTimes } from "./finishers";

/**
 * A text that would leave later after its passage is not sent, seconds (api.md 8.5 "Freshness").
 */
export const FRESH = 15 * 60;

/** A race and those who follow it. */
export interface Race {
  /**
   * Subscriptions: each is one text at every timing point and at the finish. They follow fast and
   * slow runners alike.
   */
  followers: number;
  /** Timing points between start and finish, evenly along the course. */
  points: number;
  finishes: FinishTimes;
}

/** What becomes of a race's texts at a rate. */
export interface Plan {
  /** Texts a second: all of them are one part. */
  rate: number;
  sent: number;
  /** Not sent, because they would have left more than {@link FRESH} after their passage. */
  late: number;
  /** Those of them that would have told a finish. */
  lateFinishes: number;
  /** From the last finisher to the last text, seconds. */
  after: number;
  /** Texts that wait at the worst moment. */
  peak: number;
}

/** Texts that became due in the same second. */
interface Due {
  second: number;
  count: number;
}

/** Plays a race through at each rate. */
export function plan(race: Race, rates: readonly number[]): Plan[] {
  const { finishes, splits } = dueTexts(race);
  return rates.map((rate) => play(finishes, splits, rate));
}

function add(to: Map<number, number>, second: number): void {
  to.set(second, (to.get(second) ?? 0) + 1);
}

/** How many texts become due in each second: of finishes, and of timing points. */
function dueTexts({ followers, points, finishes: at }: Race): {
  finishes: Map<number, number>;
  splits: Map<number, number>;
} {
  const finishes = new Map<number, number>();
  const splits = new Map<number, number>();
  for (let follower = 0; follower < followers; follower += 1) {
    const finish = at((follower + 0.5) / followers);
    add(finishes, Math.round(finish));
    // An even pace: who is at half the course has taken half the time.
    for (let point = 1; point <= points; point += 1)
      add(splits, Math.round((finish * point) / (points + 1)));
  }
  return { finishes, splits };
}

/**
 * The sender, second by second: finishes before timing points, the oldest first, what is too old is
 * dropped when its turn comes.
 */
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
    // Nobody waits: on to the next passage.
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
    // A rate below one takes several seconds for a text.
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

  /** Takes as many as there are, at most `wanted`. */
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

  /** Drops what became due before. */
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
