/**
 * Check-in of one event year: the list as the server has it, the queue of edits, and the calls that
 * reconcile the two. Time, network and visibility are left to schedule.ts.
 */
import { asFailure, Failure } from "../api/failure";
import type {
  CheckinPage,
  EditAnswer,
  EditRequest,
  PageRequest,
  Participant,
} from "../session/checkin";
import { type Choices, decided, type Question } from "./conflict";
import type { KeptList, ListHead, OnDevice, Store } from "./kept";
import { merge, nextSince } from "./list";
import {
  type Change,
  claim,
  discard,
  type Edit,
  enqueue,
  inverse,
  isUnderWay,
  type Queue,
  replace,
  requestOf,
  settle,
  type Standing,
} from "./queue";
import type { RaceKey } from "./race-key";
import { randomName } from "./random";

/** The calls that check-in makes. */
export interface Calls {
  readPage: (request: PageRequest) => Promise<CheckinPage>;
  sendEdit: (request: EditRequest) => Promise<EditAnswer>;
  /** The years of the event, oldest first. */
  readYears: (slug: string) => Promise<string[]>;
}

/** Messages to other tabs. */
export type News =
  | { kind: "queue"; queue: Queue }
  | { kind: "people"; participants: Participant[] };

/** The other tabs of this browser with the same event year and account. */
export interface Neighbours {
  tell: (news: News) => void;
  /** Lets one tab at a time send, where the browser can; otherwise some edits are sent twice. */
  alone: (act: () => Promise<void>) => Promise<void>;
}

/** The state that pages show. A new object whenever something changes. */
export interface CheckinState extends OnDevice {
  head: ListHead;
  /** As the server has them. */
  people: ReadonlyMap<string, Participant>;
  queue: Queue;
  /** Why the last call to the server failed; null when it succeeded. */
  failure: Failure | null;
  /** Since when calls have been failing, in milliseconds since 1970. */
  failingSince: number;
}

/** The outcome of an edit. */
export type Outcome = "done" | "waiting" | Standing["kind"];

/** Waits between tries after failures, in milliseconds; the last one repeats. */
const WAITS = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Check-in of one event year. */
export class Checkin {
  readonly race: RaceKey;
  readonly #store: Store;
  readonly #calls: Calls;
  readonly #neighbours: Neighbours;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #state: CheckinState;
  /** By id, when ({@link #clock}) the answer to an edit last said something about somebody. */
  readonly #told = new Map<string, number>();
  #clock = 0;
  /** By key, until when an edit on which the server failed is held back. */
  readonly #resting = new Map<number, { until: number; tries: number }>();
  #failures = 0;
  #silentUntil = 0;
  #sending: Promise<void> | null = null;
  #polling: Promise<void> | null = null;
  #over = false;

  constructor(
    race: RaceKey,
    state: KeptList & { queue: Queue },
    store: Store,
    calls: Calls,
    neighbours: Neighbours,
    now: () => number = Date.now,
  ) {
    this.race = race;
    this.#state = { ...state, ...store.onDevice(race), failure: null, failingSince: 0 };
    this.#store = store;
    this.#calls = calls;
    this.#neighbours = neighbours;
    this.#now = now;
  }

  /** The current state. */
  readonly state = (): CheckinState => this.#state;

  /** Calls `listener` whenever the state changes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Stops all calls, and all writing to the device. */
  end(): void {
    this.#over = true;
    this.#listeners.clear();
  }

  #show(changed: Partial<CheckinState>): void {
    if (this.#over) return;
    this.#state = { ...this.#state, ...this.#store.onDevice(this.race), ...changed };
    for (const listener of this.#listeners) listener();
  }

  // Edits

  /** Puts an edit into the queue; resolves to its key once it is kept on the device. */
  async edit(changes: readonly Change[]): Promise<number> {
    const { lastKey } = await this.#change((queue) => enqueue(queue, changes, this.#now()));
    return lastKey;
  }

  async decide(edit: Edit, questions: readonly Question[], choices: Choices): Promise<void> {
    const changes = decided(edit, questions, choices, randomName, this.#now());
    await this.#change((queue) =>
      changes.length === 0 ? discard(queue, edit.key) : replace(queue, edit.key, changes),
    );
  }

  async mend(key: number, changes: readonly Change[]): Promise<void> {
    await this.#change((queue) => replace(queue, key, changes));
  }

  /** Drops an edit that the server has not applied. */
  async discard(key: number): Promise<void> {
    await this.#change((queue) => discard(queue, key));
  }

  /**
   * Takes a change back: out of the queue while it has not gone out, else by an edit that does the
   * opposite. False for somebody new whom the server already has.
   */
  async takeBack(key: number, changes: readonly Change[]): Promise<boolean> {
    const waiting = this.#state.queue.edits.find((edit) => edit.key === key);
    const isBase = this.#state.queue.edits.some(({ onto }) => onto.includes(key));
    if (waiting !== undefined && !isUnderWay(waiting) && !isBase) {
      await this.discard(key);
      // It may have gone out just now.
      if (!this.#state.queue.edits.some((edit) => edit.key === key)) return true;
    }
    const back = changes.map(inverse);
    if (back.includes(null)) return false;
    await this.edit(back.filter((change) => change !== null));
    return true;
  }

  async #change(change: (queue: Queue) => Queue): Promise<Queue> {
    const queue = await this.#store.changeQueue(this.race, change);
    this.#show({ queue });
    this.#neighbours.tell({ kind: "queue", queue });
    return queue;
  }

  /** Called when the browser has deleted what was kept: keeps anew what this page knows. */
  async keepAnew(): Promise<void> {
    if (this.#over) return;
    await this.#change((queue) => queue);
    this.#save(null);
  }

  /** Somebody has read what the browser deleted. */
  async acknowledge(): Promise<void> {
    await this.#store.acknowledge(this.race);
    this.#show({});
  }

  /** The outcome of an edit; "waiting" when it is not known within `patience` milliseconds. */
  outcome(key: number, patience: number): Promise<Outcome> {
    const known = (): Outcome =>
      this.#state.queue.edits.find((edit) => edit.key === key)?.standing.kind ?? "done";
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        stop();
        resolve(known());
      };
      const timer = setTimeout(finish, patience);
      const stop = this.subscribe(() => known() !== "waiting" && finish());
      if (known() !== "waiting") finish();
    });
  }

  /** Handles a message from another tab. */
  async hear(news: News): Promise<void> {
    if (news.kind === "people") return this.#learn(news.participants);
    this.#show({ queue: await this.#store.hear(this.race, news.queue) });
  }

  // Sending

  /** When to try again, in milliseconds since 1970; 0 when nothing is waiting. */
  nextTry(): number {
    const waiting = this.#state.queue.edits.filter((edit) => edit.standing.kind === "waiting");
    if (waiting.length === 0) return 0;
    const first = Math.min(...waiting.map(({ key }) => this.#resting.get(key)?.until ?? 1));
    return Math.max(first, this.#silentUntil);
  }

  /** Forgets the current waits: the network may be back. */
  wake(): void {
    this.#silentUntil = 0;
    this.#resting.clear();
  }

  /** Sends the edits that may go out, one after the other, until none is left. */
  send(): Promise<void> {
    this.#sending ??= this.#neighbours
      .alone(() => this.#sendNext())
      .finally(() => {
        this.#sending = null;
      });
    return this.#sending;
  }

  async #sendNext(): Promise<void> {
    const now = this.#now();
    if (this.#over || now < this.#silentUntil || isForbidden(this.#state.failure)) return;
    const resting = new Set(
      [...this.#resting].filter(([, { until }]) => until > now).map(([key]) => key),
    );
    let claimed: Edit | null = null;
    const queue = await this.#store.changeQueue(this.race, (known) => {
      const found = claim(known, resting);
      claimed = found?.edit ?? null;
      return found?.queue ?? known;
    });
    this.#show({ queue });
    if (claimed === null || this.#over) return;
    this.#neighbours.tell({ kind: "queue", queue });
    await this.#sendOne(claimed);
    return this.#sendNext();
  }

  async #sendOne(edit: Edit): Promise<void> {
    let answer: EditAnswer;
    try {
      answer = await this.#calls.sendEdit(requestOf(this.race, edit));
    } catch (thrown) {
      return this.#failed(edit, asFailure(thrown));
    }
    this.#heard();
    this.#resting.delete(edit.key);
    if (!answer.done)
      return this.#settle(
        edit,
        { kind: "conflict", clashes: answer.clashes },
        answer.clashes.flatMap(({ participant }) => participant ?? []),
      );
    await this.#settle(edit, "done", answer.participants);
  }

  async #settle(
    edit: Edit,
    becomes: "done" | Standing,
    participants: Participant[],
  ): Promise<void> {
    if (this.#over) return;
    const queue = await this.#store.changeQueue(this.race, (known) => settle(known, edit, becomes));
    // In one step: between two, the list would show the old state.
    this.#learn(participants, queue);
    this.#neighbours.tell({ kind: "people", participants });
    this.#neighbours.tell({ kind: "queue", queue });
  }

  async #failed(edit: Edit, failure: Failure): Promise<void> {
    if (isRefusal(failure) && !(await this.#isClosed(failure))) {
      this.#heard();
      return this.#settle(edit, { kind: "refused", message: failure.message }, []);
    }
    if (this.#over || isForbidden(this.#state.failure)) return;
    const wait = Math.max(
      WAITS[Math.min(this.#failures, WAITS.length - 1)] ?? 0,
      failure.retryAfter * 1000,
    );
    this.#failures += 1;
    this.#silentUntil = this.#now() + wait;
    if (failure.status >= 500) {
      const tries = (this.#resting.get(edit.key)?.tries ?? 0) + 1;
      // An edit on which the server fails must not hold up the others.
      this.#resting.set(edit.key, {
        tries,
        until: this.#now() + wait + (WAITS[Math.min(tries, WAITS.length - 1)] ?? 0),
      });
    }
    // Of the list, the list's own answer is shown.
    if (!isForbidden(failure)) this.#fail(failure);
  }

  /**
   * Whether an edit that was refused has to wait: the list is not open to this account either, or
   * cannot be asked for.
   */
  async #isClosed(failure: Failure): Promise<boolean> {
    if (!isForbidden(failure)) return false;
    // One that is under way may have been answered before.
    await this.#polling;
    await this.poll();
    return this.#over || this.#state.failure !== null;
  }

  #heard(): void {
    this.#failures = 0;
    this.#silentUntil = 0;
    if (this.#state.failure !== null) this.#show({ failure: null, failingSince: 0 });
  }

  #fail(failure: Failure): void {
    this.#show({ failure, failingSince: this.#state.failingSince || this.#now() });
  }

  #learn(participants: readonly Participant[], queue = this.#state.queue): void {
    this.#clock += 1;
    for (const { id } of participants) this.#told.set(id, this.#clock);
    const known = this.#state.people;
    const newer = participants.filter(
      (person) => (known.get(person.id)?.updatedAt ?? 0) <= person.updatedAt,
    );
    const people =
      newer.length === 0
        ? known
        : new Map([...known, ...newer.map((person) => [person.id, person] as const)]);
    this.#show({ people, queue });
    if (newer.length > 0) this.#save(new Set(newer.map(({ id }) => id)));
  }

  // The list

  /** Asks the server for changes, and shows them. */
  poll(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = null;
    });
    return this.#polling;
  }

  async #poll(): Promise<void> {
    const begun = this.#clock;
    try {
      const pages = await readPages(this.#calls, {
        ...this.race,
        ...(this.#state.head.since > 0 && { updatedAfter: this.#state.head.since }),
      });
      if (this.#over) return;
      this.#heard();
      this.take(pages, begun);
    } catch (thrown) {
      this.#fail(asFailure(thrown));
    }
    // A queue that could not be kept is kept as soon as it can be.
    if (!this.#over && !this.#state.lasting)
      await this.#change((queue) => queue).catch(() => undefined);
  }

  /** Shows the server's answer to a request that was made when the clock was at `begun`. */
  take(pages: readonly CheckinPage[], begun = this.#clock): void {
    const [first] = pages;
    if (first === undefined) return;
    const newer = new Set([...this.#told].filter(([, at]) => at > begun).map(([id]) => id));
    const { people, changed } = merge(this.#state.people, pages, newer);
    this.#show({
      people,
      head: {
        ...this.#state.head,
        event: first.event,
        year: first.year,
        hidden: asBefore(this.#state.head.hidden, first.hidden),
        since: nextSince(first),
        heardAt: this.#now(),
      },
    });
    this.#told.clear();
    for (const id of newer) this.#told.set(id, this.#clock);
    this.#save(changed);
  }

  /** Asks for the years of the event, once. A failure leaves them unknown. */
  async findYears(): Promise<void> {
    try {
      this.#show({
        head: { ...this.#state.head, years: await this.#calls.readYears(this.race.slug) },
      });
    } catch {
      // The page works without them.
    }
  }

  /** The list is closed to this account, or gone: nothing of it stays but the edits. */
  async forgetList(): Promise<void> {
    this.#show({ people: new Map(), head: { ...this.#state.head, since: 0 } });
    await this.#store.dropList(this.race);
  }

  /** The ids whose changes are not written yet; null for the whole list. */
  #unwritten: Set<string> | null = null;
  #writeAgain = false;
  #writing = false;

  /** Saves the list on the device; changes that arrive meanwhile are written after it. */
  #save(changed: ReadonlySet<string> | null): void {
    this.#unwritten =
      changed === null || this.#unwritten === null
        ? null
        : new Set([...this.#unwritten, ...changed]);
    this.#writeAgain = true;
    if (!this.#writing) void this.#write();
  }

  async #write(): Promise<void> {
    const changed = this.#unwritten;
    this.#unwritten = new Set();
    this.#writeAgain = false;
    this.#writing = true;
    try {
      if (!this.#over) await this.#store.writeList(this.race, this.#state, changed);
    } catch {
      // The device is full: the list stays in memory, and the next page fetches it again.
      this.#unwritten = null;
    }
    this.#writing = false;
    if (this.#writeAgain) void this.#write();
  }
}

/** The texts as before, where they are the same: nothing is rendered again for them. */
function asBefore(before: readonly string[] = [], now: readonly string[]): readonly string[] {
  return before.length === now.length && before.every((text, at) => text === now[at])
    ? before
    : now;
}

/** All pages of an answer. Those after the first are requested one after the other. */
export async function readPages(
  calls: Pick<Calls, "readPage">,
  request: PageRequest,
): Promise<CheckinPage[]> {
  const page = await calls.readPage(request);
  return page.next === ""
    ? [page]
    : [page, ...(await readPages(calls, { ...request, after: page.next }))];
}

/** Whether the server will never accept this edit, though it may others ({@link isForbidden}). */
function isRefusal({ status }: Failure): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

/** Whether a failure means that something is not open to this account, or does not exist. */
export function isForbidden(failure: Failure | null): boolean {
  return [401, 403, 404].includes(failure?.status ?? 0);
}
