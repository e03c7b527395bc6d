import { instantOf } from "../format/date";
import type { Row } from "./row";

/**
 * The local time of the latest read of these: its offset is the one that the race's clock has. ""
 * without a read that has one.
 */
export function freshestRead(rows: readonly Row[]): string {
  let [freshest, at] = ["", -Infinity];
  for (const { localTime } of rows) {
    const instant = instantOf(localTime) ?? -Infinity;
    if (instant > at) [freshest, at] = [localTime, instant];
  }
  return freshest;
}
