/** One event year on screen: opens and follows it (pages.md D1). Independent of React. */
import { asFailure, type Failure } from "../api/failure";
import { ChangeLog, type Changes } from "./changes";
import { type Edition, type Head, loadHead, loadPointer, type Pointer } from "./head";
import { emptyHead } from "./missing";
import { loadChanges, type VersionChanges } from "./version-changes";
import { findLatestYear, isMissing } from "./years";

/** The files of a page beyond the head: all boards, or one runner's rows. */
export interface Part<T> {
  /** Data from the head alone, drawn before `load` has finished; null when there are none. */
  preview(head: Head): T | null;
  /**
   * Loads everything; `pointer` is null where nothing is published. What the pointer itself names
   * is read while the head is still loading; files that are named by their content and already
   * known are not fetched again.
   */
  load(head: Promise<Head>, pointer: Pointer | null): Promise<T>;
  /** Applies the changes since, oldest first; null when everything has to be loaded. */
  follow(head: Head, data: T, changes: readonly VersionChanges[]): Promise<Followed<T> | null>;
  /** Keys of what differs between two versions. */
  compare(before: T, after: T): string[];
}

/** A version of an event year, as far as a page needs it. */
export interface Version<T> {
  head: Head;
  data: T;
}

/** A version derived from the one before it. */
export interface Followed<T> extends Version<T> {
  /** Keys of what differs. */
  changed: string[];
}

/** How fresh a page is, and what changed lately. */
export interface Freshness extends Changes {
  /** ISO instant: "results as of"; "" when nothing is published. */
  updatedAt: string;
  /** Which version it is; null when nothing is published. */
  edition: Edition | null;
  live: boolean;
  paused: boolean;
  /** Whether the last check failed, so that what is shown may be out of date. */
  lost: boolean;
}

type Content<T> =
  | { status: "loading" }
  | { status: "error"; failure: Failure }
  | ({ status: "ready" } & Version<T>);

export type FeedState<T> = Freshness & Content<T>;

const POLL_MS = 10_000;
const POLL_SPREAD_MS = 2_000;
/** A year that is not live is checked when somebody comes back after this time. */
const STALE_MS = 60_000;
const RETRY_MS = [10_000, 20_000, 40_000, 60_000] as const;
/** Waits for the next pointer when a file is gone; it may be two seconds late. */
const GONE_MS = [1_000, 2_000] as const;
/** Shorter waits of an empty page: a device that says it is online often is not quite yet. */
const REOPEN_MS = [2_000, 5_000, ...RETRY_MS] as const;

/** Ten seconds, varied by up to two, so that thousands of phones do not ask at once. */
function pollDelay(): number {
  return POLL_MS + (Math.random() * 2 - 1) * POLL_SPREAD_MS;
}

function reachable(): boolean {
  return document.visibilityState === "visible" && navigator.onLine;
}

export class Feed<T> {
  readonly #slug: string;
  #year: string | undefined;
  readonly #part: Part<T>;
  readonly #listeners = new Set<() => void>();
  readonly #log = new ChangeLog((changes) => this.#set(changes));
  #freshness: Freshness;
  #content: Content<T> = { status: "loading" };
  /** Content and freshness together: the same object until one of them changes. */
  #state: FeedState<T>;
  #pointer: Pointer | null = null;
  #complete = false;
  #failures = 0;
  /** Whether the last pointer read was the one kept on the device. */
  #cached = false;
  /** Whether there was a pointer that has been removed since. */
  #withdrawn = false;
  #askedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Grows whenever a running load must no longer have an effect. */
  #turn = 0;

  constructor(slug: string, year: string | undefined, part: Part<T>) {
    this.#slug = slug;
    this.#year = year;
    this.#part = part;
    this.#freshness = {
      updatedAt: "",
      edition: null,
      live: false,
      paused: false,
      lost: false,
      ...this.#log.current,
    };
    this.#state = { ...this.#freshness, ...this.#content };
  }

  readonly state = (): FeedState<T> => this.#state;

  /** The event year on screen; undefined while the latest year is not yet known. */
  get year(): string | undefined {
    return this.#year;
  }

  /** Follows the race as long as there are listeners. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  readonly pause = (): void => {
    this.#halt();
    this.#log.hold();
    this.#set({ paused: true });
  };

  readonly resume = (): void => {
    this.#set({ paused: false });
    this.#log.release();
    this.#check();
  };

  /** Opens the page again after an error. */
  readonly retry = (): void => {
    this.#set({}, { status: "loading" });
    this.#open();
  };

  #start(): void {
    document.addEventListener("visibilitychange", this.#onReach);
    window.addEventListener("online", this.#onReach);
    window.addEventListener("offline", this.#onReach);
    if (this.#content.status !== "ready") this.retry();
    else if (!this.#freshness.paused) this.#check();
  }

  #stop(): void {
    document.removeEventListener("visibilitychange", this.#onReach);
    window.removeEventListener("online", this.#onReach);
    window.removeEventListener("offline", this.#onReach);
    this.#halt();
    // Somebody who comes back sees the page open again, not fail again.
    if (this.#content.status === "error") this.#put({}, { status: "loading" });
  }

  #halt(): void {
    this.#turn += 1;
    clearTimeout(this.#timer);
  }

  readonly #onReach = (): void => {
    clearTimeout(this.#timer);
    if (document.visibilityState === "hidden") this.#cache();
    if (!reachable()) return;
    const { status, paused } = this.#state;
    const stale = status === "ready" && !paused && Date.now() - this.#askedAt >= STALE_MS;
    if (this.#unreached()) {
      this.#failures = 0;
      this.retry();
    } else if (stale || this.#follows()) this.#check();
  };

  /**
   * Asks the offline shell to keep all files of the version shown: it has not seen those of
   * versions that were followed, and a visitor who leaves now may come back without a network.
   */
  #cache(): void {
    const content = this.#content;
    const pointer = this.#pointer;
    const followed = content.status === "ready" && content.head.newest !== content.head.file;
    if (!navigator.serviceWorker?.controller || !followed || pointer === null) return;
    this.#part.load(loadHead(pointer), pointer).catch(() => undefined);
  }

  /** Whether there is nothing to show because the network was not reached. */
  #unreached(): boolean {
    return this.#content.status === "error" && this.#content.failure.status === 0;
  }

  /** Whether to look for news: the year is live, or what is shown is not complete yet. */
  #follows(): boolean {
    const { status, live, lost, paused } = this.#state;
    return status === "ready" && !paused && (live || lost || !this.#complete);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    if (this.#listeners.size === 0 || !reachable()) return;
    // Quietly: the page keeps showing the failure until there is something to show.
    if (this.#unreached()) this.#timer = setTimeout(() => this.#open(), delay);
    else if (this.#follows()) this.#timer = setTimeout(() => this.#check(), delay);
  }

  #open(): void {
    void this.#run(async (turn) => {
      this.#year ??= await findLatestYear(this.#slug);
      await this.#refresh(turn, this.#year);
    });
  }

  #check(): void {
    clearTimeout(this.#timer);
    const year = this.#year;
    if (year !== undefined) void this.#run((turn) => this.#refresh(turn, year));
  }

  async #run(load: (turn: number) => Promise<void>): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    try {
      await load(turn);
      if (turn !== this.#turn) return;
      if (this.#freshness.lost !== this.#cached) this.#set({ lost: this.#cached });
      if (this.#cached) return this.#scheduleRetry();
      this.#failures = 0;
      this.#schedule(pollDelay());
    } catch (thrown) {
      if (turn !== this.#turn) return;
      const failure = asFailure(thrown);
      const refused = this.#withdrawn && failure.status >= 400 && failure.status < 500;
      if (this.#content.status === "ready" && !refused) this.#set({ lost: true });
      else this.#set({}, { status: "error", failure });
      this.#scheduleRetry();
    }
  }

  #scheduleRetry(): void {
    const delays = this.#unreached() ? REOPEN_MS : RETRY_MS;
    this.#schedule(delays[Math.min(this.#failures, delays.length - 1)] ?? POLL_MS);
    this.#failures += 1;
  }

  /**
   * Shows the newest version; nothing is fetched beyond the pointer when that version is already
   * shown. Files that hold a name which has since been hidden are removed: when one is missing, the
   * pointer is read again.
   */
  async #refresh(turn: number, year: string, asked = 0): Promise<void> {
    const pointer = await this.#newPointer(year);
    if (turn !== this.#turn || pointer === "shown") return;
    try {
      await this.#show(turn, year, pointer);
    } catch (thrown) {
      const wait = GONE_MS[asked];
      if (pointer === null || wait === undefined || !isMissing(thrown)) throw thrown;
      await new Promise((resolve) => {
        setTimeout(resolve, wait);
      });
      if (turn === this.#turn) await this.#refresh(turn, year, asked + 1);
    }
  }

  async #show(turn: number, year: string, pointer: Pointer | null): Promise<void> {
    const { head, data, changed } =
      (pointer && (await this.#follow(pointer))) ?? (await this.#load(turn, year, pointer));
    if (turn !== this.#turn) return;
    this.#pointer = pointer;
    this.#complete = true;
    this.#withdrawn = false;
    this.#set(
      {
        live: head.eventYear.live,
        updatedAt: pointer?.updatedAt ?? "",
        edition: pointer?.edition ?? null,
      },
      { status: "ready", head, data },
    );
    this.#log.add(changed);
  }

  /** The shown version with the changes since applied; null when everything has to be loaded. */
  async #follow(pointer: Pointer): Promise<Followed<T> | null> {
    const shown = this.#pointer;
    const content = this.#content;
    if (
      !this.#complete ||
      shown === null ||
      content.status !== "ready" ||
      pointer.meta !== shown.meta
    )
      return null;
    const changes = await loadChanges(pointer, shown.version);
    if (changes === null) return null;
    const head = {
      ...content.head,
      newest: pointer.head,
      eventYear: { ...content.head.eventYear, live: pointer.live },
    };
    return this.#part.follow(head, content.data, changes);
  }

  /** Loads a version; what can be drawn is shown, unless an older one is on screen. */
  async #load(turn: number, year: string, pointer: Pointer | null): Promise<Followed<T>> {
    const opening = pointer === null ? emptyHead(this.#slug, year) : loadHead(pointer);
    const previewed = opening.then((early) => this.#preview(turn, early, pointer));
    const [head, data] = await Promise.all([previewed, this.#part.load(opening, pointer)]);
    // The first rows of a year that was empty do not count as changes.
    const content = this.#content;
    const before =
      this.#complete && this.#pointer !== null && content.status === "ready" ? content.data : null;
    return { head, data, changed: before === null ? [] : this.#part.compare(before, data) };
  }

  #preview(turn: number, head: Head, pointer: Pointer | null): Head {
    const data = this.#complete || turn !== this.#turn ? null : this.#part.preview(head);
    if (data !== null)
      this.#set(
        { live: head.eventYear.live, updatedAt: pointer?.updatedAt ?? "" },
        { status: "ready", head, data },
      );
    return head;
  }

  /** A pointer to a newer version; null when nothing is published (any more). */
  async #newPointer(year: string): Promise<Pointer | null | "shown"> {
    this.#askedAt = Date.now();
    try {
      const pointer = await loadPointer(this.#slug, year);
      this.#cached = pointer.kept;
      const shown = this.#complete ? (this.#pointer?.version ?? 0) : 0;
      return pointer.version > shown ? pointer : "shown";
    } catch (thrown) {
      if (!isMissing(thrown)) throw thrown;
      if (this.#complete && this.#pointer === null) return "shown";
      this.#withdrawn ||= this.#pointer !== null;
      this.#pointer = null;
      this.#complete = false;
      return null;
    }
  }

  #set(freshness: Partial<Freshness>, content = this.#content): void {
    this.#put(freshness, content);
    for (const listener of this.#listeners) listener();
  }

  #put(freshness: Partial<Freshness>, content: Content<T>): void {
    this.#freshness = { ...this.#freshness, ...freshness };
    this.#content = content;
    this.#state = { ...this.#freshness, ...content };
  }
}
