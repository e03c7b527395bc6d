import type { CorrectedVersion } from "../../../race/history";
import { formatMs } from "../../../format/time";
import { type CorrectedFact, correctedFacts, type Revision } from "../../../scoring/revisions";
import { revisions } from "../../../text/revisions";
import { number } from "../../../text/intl";
import { distanceName } from "../distances/distance-name";

/** The changes of a line in words: "place 3 → 4". */
export function changesOf(revision: Revision): string[] {
  const { status, to, toBib } = revision;
  return [
    toBib === undefined ? "" : revisions.toBib(toBib),
    to === undefined ? "" : revisions.to(distanceName(to)),
    status === undefined ? "" : statusChange(status[0], status[1]),
    ...correctedFacts(revision).map(fact),
  ].filter((words) => words !== "");
}

function statusChange(before: number | null, after: number | null): string {
  if (after === null) return revisions.gone;
  if (before === null) return revisions.back;
  return revisions.status(
    revisions.states[before] ?? String(before),
    revisions.states[after] ?? String(after),
  );
}

function fact({ value, before, after }: CorrectedFact): string {
  const isTime = value === "time" || value === "chip";
  const written = (one: number) => (isTime ? formatMs(one) : number(one));
  return revisions.change(
    revisions.values[value],
    before === null ? "" : written(before),
    after === null ? revisions.noValue : written(after),
  );
}

/** Versions later than `since` that have something to show. */
export function laterThan(
  versions: readonly CorrectedVersion[],
  since: number,
): CorrectedVersion[] {
  return versions.filter(({ version }) => version > since);
}
