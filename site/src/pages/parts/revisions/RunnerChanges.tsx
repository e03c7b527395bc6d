import { useId } from "react";
import { viewerTime } from "../../../lib/clock";
import type { Runner } from "../../../race/shard";
import { keyOf, type Revision, runnersOf } from "../../../scoring/revisions";
import { revisions } from "../../../text/revisions";
import { useHistory } from "./use-history";
import { changesOf } from "./words";

/** A runner's corrections: "Changed 4:12 PM: place 3 → 4"; else nothing (pages.md B12). */
export default function RunnerChanges({ file, runner }: { file: string; runner: Runner }) {
  const id = useId();
  const { versions } = useHistory(file, 0);
  const runners = runnersOf(versions ?? []);
  const isOwn = (line: Revision) => {
    const of = runners.get(line);
    return of ? keyOf(of) === keyOf(runner) : false;
  };
  const own =
    versions?.flatMap(({ version, at, lines }) =>
      lines.filter(isOwn).map((line) => ({ version, at, line })),
    ) ?? [];
  if (own.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{revisions.ownHeading}</h3>
      <ul>
        {own.map(({ version, at, line }) => (
          <li key={version}>
            {revisions.own(viewerTime(at, false, { seconds: false }), changesOf(line))}
          </li>
        ))}
      </ul>
    </section>
  );
}
