import { runnerKey } from "../../../race/compare";
import type { Head } from "../../../race/head";
import type { Looks } from "../../../race/looks";
import type { Star } from "../../../race/stars";
import { eventTypeOf } from "../../../scoring/row";

/**
 * Whether to reserve space for the estimates of a runner: only if they were on course at the last
 * look.
 */
export function expectsEstimates(head: Head, looks: Looks, { distance, bib }: Star): boolean {
  return (
    eventTypeOf(head.event.type) === "distance" &&
    looks.get(runnerKey(distance, bib))?.state === "started"
  );
}
