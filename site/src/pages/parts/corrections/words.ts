import type { CorrectedVersion } from "../../../race/history";
import { formatMs } from "../../../format/time";
import { type CorrectedFact, correctedFacts, type Correction } from "../../../scoring/corrections";
import { corrections } from "../../../text/corrections";
import { number } from "../../../text/intl";
import { distanceName } from "../distances/distance-name";

/** The changes of a line in words: "place 3 → 4". */
export function changesOf(correction: Correction): string[] {
  const { status, to } = correction;
  return [
    to === undefined ? "" : corrections.to(distanceName(to)),
    status === undefined ? "" : statusChange(status[0], status[1]),
    ...correctedFacts(correction).map(fact),
  ].filter((words) => words !== "");
}

function statusChange(before: number | null, after: number | null): string {
  if (after === null) return corrections.gone;
  if (before === null) return corrections.back;
  return corrections.status(
    corrections.states[before] ?? String(before),
    corrections.states[after] ?? String(after),
  );
}

function fact({ value, before, after }: CorrectedFact): string {
  const isTime = value === "time" || value === "chip";
  const written = (one: number) => (isTime ? formatMs(one) : number(one));
  return corrections.change(
    corrections.values[value],
    before === null ? "" : written(before),
    after === null ? corrections.noValue : written(after),
  );
}

/** Versions later than `since` that have something to show. */
export function laterThan(
  versions: readonly CorrectedVersion[],
  since: number,
): CorrectedVersion[] {
  return versions.filter(({ version }) => version > since);
}
