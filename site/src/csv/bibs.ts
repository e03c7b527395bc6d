/** Makes sure that each bib of a distance goes to one person only. */
import type { Participant } from "../api/participant";
import { tidy } from "../format/text";
import type { Problem } from "./entries";
import type { Planned } from "./planned";

/** Refuses lines that would give a bib of a distance to a second person. */
export function refuseTakenBibs(
  planned: readonly Planned[],
  present: readonly Participant[],
): Planned[] {
  let rows = [...planned];
  for (;;) {
    const moving = rows.filter(
      ({ outcome }) => outcome === "new" || outcome === "changed" || outcome === "same",
    );
    const changed = new Map(
      moving.filter(({ by }) => by !== null).map((row) => [row.participant.id, row]),
    );
    const wearers = new Map<string, number>();
    for (const participant of present)
      if (!changed.has(participant.id)) wearers.set(bibKey(participant), 0);
    // People who keep their bib have precedence, wherever the line is.
    for (const row of moving.filter(keepsBib))
      if (!wearers.has(bibKey(row.participant))) wearers.set(bibKey(row.participant), row.line);
    const refused = new Map<number, number>();
    for (const row of moving) {
      const key = bibKey(row.participant);
      if (keepsBib(row) || row.participant.bib === "") continue;
      const other = wearers.get(key);
      if (other === undefined) wearers.set(key, row.line);
      else refused.set(row.line, other);
    }
    if (refused.size === 0) return rows;
    rows = rows.map((row) => {
      const other = refused.get(row.line);
      if (other === undefined) return row;
      const problem: Problem = {
        line: row.line,
        field: "bib",
        what: other === 0 ? "bib-taken" : "same-bib",
        number: other,
      };
      return Object.assign({}, row, {
        outcome: "invalid" as const,
        problems: [...row.problems, problem],
      });
    });
  }
}

function keepsBib({ by, changes }: Planned): boolean {
  return by !== null && !changes.some(({ field }) => field === "bib" || field === "distance");
}

function bibKey({ bib, distance }: Participant): string {
  return `${tidy(bib)}\n${tidy(distance)}`;
}
