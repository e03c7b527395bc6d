/** Which of several people with one bib an individual page is about. */
import type { Row } from "./row";
import { runnerState } from "./row-kind";

/**
 * The person in the requested distance, else the first who has finished, else the first; null if
 * there are none.
 */
export function personOf<T extends { distance: string; rows: readonly Row[] }>(
  people: readonly T[],
  asked: string | null,
): T | null {
  return (
    people.find(({ distance }) => distance === asked) ??
    people.find(({ rows }) => runnerState(rows) === "finished") ??
    people[0] ??
    null
  );
}
