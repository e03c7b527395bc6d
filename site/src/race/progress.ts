/** The changes of a followed runner since the visitor last looked. */
import { hasPlace } from "../format/place";
import { withoutRepeats } from "../scoring/person-split";
import type { EventType, Line, Row, State } from "../scoring/row";
import { rowKind } from "../scoring/row-kind";

/** A runner as a visitor last saw them. */
export interface Progress {
  /** Timing points passed after the start; in lap events, laps. */
  splits: number;
  /** Overall place; 0 if none. */
  place: number;
  state: State;
}

/** Progress, and when it was seen (ISO instant). */
export interface LastSeen extends Progress {
  at: string;
}

export interface Change {
  /** Additional splits or laps, never below 0: a corrected row that removed one is not news. */
  splits: number;
  /** Places gained, negative if lost; 0 if unchanged or if either is unknown. */
  places: number;
  /** Set if the runner is out of the race now but was not before. */
  out: "dnf" | "dns" | null;
}

/** The current progress of a runner, from the line of the table and all rows. */
export function progressOf(
  eventType: EventType,
  { row, state }: Line,
  rows: readonly Row[],
): Progress {
  const counted = eventType === "distance" ? ["course", "finish"] : ["finish"];
  const splits = withoutRepeats(rows).filter((passage) =>
    counted.includes(rowKind(passage)),
  ).length;
  return { splits, place: hasPlace(row) ? row.ranking : 0, state };
}

/** Null when nothing has changed. */
export function changeSince(before: Progress, now: Progress): Change | null {
  const splits = Math.max(0, now.splits - before.splits);
  const places = before.place > 0 && now.place > 0 ? before.place - now.place : 0;
  const out =
    now.state !== before.state && (now.state === "dnf" || now.state === "dns") ? now.state : null;
  return splits === 0 && places === 0 && out === null ? null : { splits, places, out };
}
