/** Sends what an import has planned; resumed, it does not send again what was acknowledged. */
import { asFailure } from "../../api/failure";
import type { Participant } from "../../api/participant";
import type { Field } from "../../csv/fields";
import { applyChanges, meansTheSame } from "../../csv/plan";
import type { Change, Planned } from "../../csv/planned";
import { tidy } from "../../format/text";
import {
  addParticipants,
  readRoster,
  updateParticipants,
  type Written,
} from "../../session/participants";
import { patiently } from "../../session/patience";

/** Lines per call. */
const A_CALL = 50;
/** For how long after it was received a request may still be writing, in seconds (api.md 4.13). */
const SLACK_S = 10;

export interface Unsent {
  line: number;
  why: "gone" | "changed-meanwhile" | "bib-taken" | "id-taken" | "refused";
  /** The field that somebody else changed; null if it is not about a field. */
  field: Field | null;
  /** The server's message; "" if there was none. */
  message: string;
}

export interface Progress {
  /** Number of lines that are settled, out of {@link Progress.total}. */
  settled: number;
  total: number;
  stored: number;
  unsent: readonly Unsent[];
}

interface Job {
  line: number;
  isNew: boolean;
  participant: Participant;
  changes: readonly Change[];
  /** Whether it was sent once without an answer. */
  tried: boolean;
}

/** New ids, the latest accepted birth date, and waiting. */
interface Sender {
  newId: () => string;
  lastBirthday: number;
  wait: (milliseconds: number) => Promise<void>;
}

/** An id like those of the server, made here so that a line sent twice is one participant. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `p_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

export class Sending {
  readonly #slug: string;
  readonly #year: string;
  readonly #sender: Sender;
  readonly #total: number;
  #jobs: Job[];
  #stored = 0;
  readonly #unsent: Unsent[] = [];
  #newest = new Map<string, Participant>();
  #since = 0;

  constructor(slug: string, year: string, planned: readonly Planned[], sender: Sender) {
    this.#slug = slug;
    this.#year = year;
    this.#sender = sender;
    this.#jobs = planned
      .filter(({ outcome }) => outcome === "new" || outcome === "changed")
      .map(({ line, outcome, participant, changes }) => {
        const isNew = outcome === "new";
        return {
          line,
          isNew,
          changes,
          tried: false,
          participant:
            isNew && isNoId(participant.id) ? { ...participant, id: sender.newId() } : participant,
        };
      });
    this.#total = this.#jobs.length;
  }

  get progress(): Progress {
    return {
      settled: this.#total - this.#jobs.length,
      total: this.#total,
      stored: this.#stored,
      unsent: this.#unsent.toSorted((a, b) => a.line - b.line),
    };
  }

  /** Everybody as they are now, once it has begun. */
  get participants(): Participant[] {
    return [...this.#newest.values()];
  }

  /** Continues until all is settled; fails without the server, and resumes when called again. */
  async run(onProgress: () => void, isStopped: () => boolean): Promise<void> {
    await this.#readAll();
    while (this.#jobs.length > 0 && !isStopped()) {
      const kind = this.#jobs[0]?.isNew === true;
      const batch = this.#jobs.filter(({ isNew }) => isNew === kind).slice(0, A_CALL);
      // One after the other: each answer says what others changed meanwhile.
      // oxlint-disable-next-line no-await-in-loop
      await (kind ? this.#add(batch) : this.#update(batch));
      onProgress();
    }
  }

  async #readAll(): Promise<void> {
    const { participants } = await readRoster(this.#slug, this.#year);
    this.#newest = new Map(participants.map((participant) => [participant.id, participant]));
    this.#since = Math.max(0, ...participants.map(({ updatedAt }) => updatedAt - SLACK_S));
  }

  async #add(batch: readonly Job[]): Promise<void> {
    const sent: Job[] = [];
    for (const job of batch) {
      const there = this.#newest.get(job.participant.id);
      if (there !== undefined && job.tried) this.#settle(job, null);
      else if (there !== undefined) this.#settle(job, { why: "id-taken" });
      else if (this.#isBibTaken(job.participant))
        this.#settle(job, { why: "bib-taken", field: "bib" });
      else sent.push(job);
    }
    if (sent.length === 0) return;
    for (const job of sent) job.tried = true;
    await this.#send(
      sent,
      (participants) => addParticipants(this.#slug, this.#year, participants, this.#since),
      sent.map(({ participant }) => participant),
    );
  }

  async #update(batch: readonly Job[]): Promise<void> {
    const sent: Job[] = [];
    const bodies: Participant[] = [];
    for (const job of batch) {
      const base = this.#newest.get(job.participant.id);
      if (base === undefined) {
        this.#settle(job, { why: "gone" });
        continue;
      }
      const same = ({ field }: Change, value: string) =>
        meansTheSame(field, String(base[field]), value, this.#sender.lastBirthday);
      const missing = job.changes.filter((change) => !same(change, change.after));
      const conflict = missing.find((change) => !same(change, change.before));
      const next = applyChanges(base, missing);
      if (missing.length === 0) this.#settle(job, null);
      else if (conflict !== undefined)
        this.#settle(job, { why: "changed-meanwhile", field: conflict.field });
      else if (
        missing.some(({ field }) => field === "bib" || field === "distance") &&
        this.#isBibTaken(next)
      )
        this.#settle(job, { why: "bib-taken", field: "bib" });
      else {
        sent.push(job);
        bodies.push(next);
      }
    }
    if (sent.length > 0)
      await this.#send(
        sent,
        (participants) => updateParticipants(this.#slug, this.#year, participants, this.#since),
        bodies,
      );
  }

  async #send(
    jobs: readonly Job[],
    call: (participants: readonly Participant[]) => Promise<Written>,
    bodies: readonly Participant[],
  ): Promise<void> {
    try {
      const { participants, updated } = await patiently(() => call(bodies), this.#sender.wait);
      for (const participant of [...updated, ...participants]) this.#see(participant);
      const taken = new Set(participants.map(({ id }) => id));
      for (const job of jobs)
        this.#settle(job, taken.has(job.participant.id) ? null : { why: "refused" });
    } catch (thrown) {
      const { status, message } = asFailure(thrown);
      // One of them was deleted meanwhile, and nothing was written: the others are sent again.
      if (status === 404 && jobs.some(({ isNew }) => !isNew)) return this.#whoIsGone(jobs, thrown);
      if (status !== 400) throw thrown;
      for (const job of jobs) this.#settle(job, { why: "refused", message });
    }
  }

  async #whoIsGone(jobs: readonly Job[], thrown: unknown): Promise<void> {
    await this.#readAll();
    const gone = jobs.filter(({ participant }) => !this.#newest.has(participant.id));
    if (gone.length === 0) throw thrown;
    for (const job of gone) this.#settle(job, { why: "gone" });
  }

  #see(participant: Participant): void {
    this.#newest.set(participant.id, { ...this.#newest.get(participant.id), ...participant });
    this.#since = Math.max(this.#since, participant.updatedAt - SLACK_S);
  }

  /** Whether somebody wears the bib who will not give it up in this import. */
  #isBibTaken({ id, bib, distance }: Participant): boolean {
    if (bib === "") return false;
    const leaving = new Set(
      this.#jobs
        .filter(
          ({ isNew, changes }) =>
            !isNew && changes.some(({ field }) => field === "bib" || field === "distance"),
        )
        .map(({ participant }) => participant.id),
    );
    for (const other of this.#newest.values()) {
      if (
        other.id !== id &&
        tidy(other.bib) === tidy(bib) &&
        tidy(other.distance) === tidy(distance) &&
        !leaving.has(other.id)
      )
        return true;
    }
    return false;
  }

  #settle(job: Job, unsent: (Partial<Unsent> & Pick<Unsent, "why">) | null): void {
    this.#jobs = this.#jobs.filter((other) => other !== job);
    if (unsent === null) this.#stored += 1;
    else this.#unsent.push({ field: null, message: "", ...unsent, line: job.line });
  }
}

/** Whether the server replaces the id by one of its own (api.md 2.5). */
function isNoId(id: string): boolean {
  return id === "" || id === "0" || id === "-1";
}
