/** Publishes a plan's rows; resumed, it does not send again what was acknowledged. */
import { Failure } from "../../api/failure";
import { type JsonObject, text } from "../../api/types";
import { patiently } from "../../session/patience";
import { addPlanned, type ResultsPlan } from "../../session/results";

/** Rows per call; those of a person stay together. */
const A_CALL = 200;

export class Publishing {
  readonly #slug: string;
  readonly #year: string;
  readonly #plan: ResultsPlan;
  readonly #wait: (milliseconds: number) => Promise<void>;
  #stored = 0;
  #overtaken = false;

  constructor(
    slug: string,
    year: string,
    plan: ResultsPlan,
    wait: (milliseconds: number) => Promise<void>,
  ) {
    this.#slug = slug;
    this.#year = year;
    this.#plan = plan;
    this.#wait = wait;
  }

  get stored(): number {
    return this.#stored;
  }

  get total(): number {
    return this.#plan.results.length;
  }

  /** Whether rows or year were changed by somebody else: the rest is not sent. */
  get overtaken(): boolean {
    return this.#overtaken;
  }

  /** Stores all rows; fails when the server is out of reach, and resumes when called again. */
  async run(onProgress: () => void, isStopped: () => boolean): Promise<void> {
    while (this.#stored < this.total && !isStopped() && !this.#overtaken) {
      const end = this.#endOfCall();
      const rows = {
        born: this.#plan.born,
        results: this.#plan.results.slice(this.#stored, end),
        seen: this.#plan.seen.slice(this.#stored, end),
      };
      try {
        // One after the other, so as not to flood the server, and so that it can be stopped.
        // oxlint-disable-next-line no-await-in-loop
        await patiently(() => addPlanned(this.#slug, this.#year, rows), this.#wait);
        this.#stored = end;
      } catch (thrown) {
        if (!(thrown instanceof Failure) || thrown.status !== 409) throw thrown;
        this.#overtaken = true;
      }
      onProgress();
    }
  }

  /** The position after the last row of the next call. */
  #endOfCall(): number {
    let end = Math.min(this.#stored + A_CALL, this.total);
    while (
      end < this.total &&
      personOf(this.#plan.results[end]) === personOf(this.#plan.results[end - 1])
    )
      end += 1;
    return end;
  }
}

function personOf(row: JsonObject | undefined): string {
  return text(row?.person_id);
}
