/** When a race was started, and what its clock says. */
import { instantOf } from "../format/date";
import { clockMs } from "../format/time";
import type { Row } from "./row";
import { rowKind } from "./row-kind";

/**
 * When the gun went off, in milliseconds since 1970: the median of local time minus clock time over
 * all rows, so that one row written by hand does not move the bells. Null if no row has a readable
 * local time.
 */
export function gunOf(rows: Iterable<Row>): number | null {
  const guns = [...rows].flatMap((row) => {
    const at = instantOf(row.localTime);
    const kind = rowKind(row);
    return at === null || kind === "dnf" || kind === "dns" ? [] : [at - clockMs(row)];
  });
  return guns.toSorted((a, b) => a - b)[Math.floor(guns.length / 2)] ?? null;
}
