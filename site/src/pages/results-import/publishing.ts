/**
 * Publishes the rows of a plan, call by call. It can break off and be taken up again: what was
 * acknowledged is not sent again.
 */
import { Failure } from "../../api/failure";
import { type JsonObject, text } from "../../api/types";
import { patiently } from "../../session/patience";
import { addPlanned, type ResultsPlan } from "../../session/results";

/** Rows of one call; those of a person go together. */
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

  /** Rows that are stored. */
  get stored(): number {
    return this.#stored;
  }

  get total(): number {
    return this.#plan.results.length;
  }

  /** Somebody else has changed rows of the plan, or made the year again: the rest is not sent. */
  get overtaken(): boolean {
    return this.#overtaken;
  }

  /**
   * Goes on until all rows are stored. Fails when the server cannot be reached; called again it
   * goes on from there.
   */
  async run(onProgress: () => void, isStopped: () => boolean): Promise<void> {
    while (this.#stored < this.total && !isStopped() && !this.#overtaken) {
      const end = this.#endOfCall();
      const rows = {
        born: this.#plan.born,
        results: this.#plan.results.slice(this.#stored, end),
        seen: this.#plan.seen.slice(this.#stored, end),
      };
      try {
        // One after the other: the server is not to be crowded, and it can be stopped.
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

  /** Behind the last row of the next call. */
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
