/** Tracks which rows changed lately and when to announce it (pages.md D1.5). */

export interface Changes {
  /** Keys of what changed in the last two minutes. */
  changed: ReadonlySet<string>;
  /** The latest announcement: how many changes, and a number that differs for each announcement. */
  announcement: { changes: number; id: number };
}

/** How long a changed row carries its mark. */
const MARK_MS = 120_000;

/** The minimum time between two announcements. */
const ANNOUNCE_MS = 60_000;

export class ChangeLog {
  readonly #notify: (changes: Partial<Changes>) => void;
  /** Key → when its mark ends. */
  readonly #ends = new Map<string, number>();
  #marks: ReturnType<typeof setTimeout> | undefined;
  #speech: ReturnType<typeof setTimeout> | undefined;
  #waiting = 0;
  #spokenAt = Number.NEGATIVE_INFINITY;
  #spoken = 0;
  #held = false;

  /** `notify` is called on every change of what pages show. */
  constructor(notify: (changes: Partial<Changes>) => void) {
    this.#notify = notify;
  }

  readonly current: Changes = { changed: new Set(), announcement: { changes: 0, id: 0 } };

  /** Marks these keys from now on and counts them for the next announcement. */
  add(keys: readonly string[]): void {
    if (keys.length === 0) return;
    const end = Date.now() + MARK_MS;
    for (const key of keys) this.#ends.set(key, end);
    this.#waiting += keys.length;
    this.#showMarks();
    this.#speakSoon();
  }

  /** Holds announcements back until `release`. */
  hold(): void {
    this.#held = true;
    clearTimeout(this.#speech);
  }

  /** Resumes announcements. */
  release(): void {
    this.#held = false;
    if (this.#waiting > 0) this.#speakSoon();
  }

  #showMarks(): void {
    const now = Date.now();
    for (const [key, end] of this.#ends) if (end <= now) this.#ends.delete(key);
    this.#notify({ changed: new Set(this.#ends.keys()) });
    clearTimeout(this.#marks);
    if (this.#ends.size > 0)
      this.#marks = setTimeout(() => this.#showMarks(), Math.min(...this.#ends.values()) - now);
  }

  #speakSoon(): void {
    if (this.#held) return;
    clearTimeout(this.#speech);
    const wait = this.#spokenAt + ANNOUNCE_MS - Date.now();
    if (wait <= 0) this.#speak();
    else this.#speech = setTimeout(() => this.#speak(), wait);
  }

  #speak(): void {
    this.#spokenAt = Date.now();
    this.#spoken += 1;
    this.#notify({ announcement: { changes: this.#waiting, id: this.#spoken } });
    this.#waiting = 0;
  }
}
