import { displayName } from "../../../format/name";
import type { Row } from "../../../scoring/row";
import { board as words } from "../../../text/board";

/** With more, they are counted. */
const NAMED = 2;

/** "Ana", "Ana and Bea", "3 runners": those who share the lead. */
export function leadersNamed(rows: readonly Row[]): string {
  return rows.length > NAMED
    ? words.leader.many(rows.length)
    : words.leader.both(rows.map(displayName));
}
