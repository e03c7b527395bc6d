/**
 * What changed about a followed runner since the visitor last looked (issue "Beyond the
 * specification", my runners).
 */
import { hasPlace } from "../format/place";
import { withoutRepeats } from "./person-split";
import type { EventType, Line, Row, State } from "./row";
import { rowKind } from "./row-kind";

/** What a visitor saw of a runner. */
export interface Sight {
  /** Timing points passed after the start; in lap events, laps. */
  splits: number;
  /** Overall place, 0 for none. */
  place: number;
  state: State;
}

/** A sight, and when it was (ISO instant). */
export interface Look extends Sight {
  at: string;
}

/** What is new since a look. */
export interface Change {
  /** Splits or laps more, never below 0: a corrected row that took one away is no news. */
  splits: number;
  /** Places gained; below 0 lost, 0 for none or where one of the two is unknown. */
  places: number;
  /** Now out of the race, and was not. */
  out: "dnf" | "dns" | null;
}

/** What is to be seen of a runner now, from the line of the table and all rows. */
export function sightOf(eventType: EventType, { row, state }: Line, rows: readonly Row[]): Sight {
  const counted = eventType === "distance" ? ["course", "finish"] : ["finish"];
  const splits = withoutRepeats(rows).filter((passage) =>
    counted.includes(rowKind(passage)),
  ).length;
  return { splits, place: hasPlace(row) ? row.ranking : 0, state };
}

/** What is new; null when nothing is. */
export function changeSince(before: Sight, now: Sight): Change | null {
  const splits = Math.max(0, now.splits - before.splits);
  const places = before.place > 0 && now.place > 0 ? before.place - now.place : 0;
  const out =
    now.state !== before.state && (now.state === "dnf" || now.state === "dns") ? now.state : null;
  return splits === 0 && places === 0 && out === null ? null : { splits, places, out };
}
