/** The displayed name of a distance: in headings, and on its tab. */
import { text } from "../../../text/text";
import { number } from "../../../text/intl";

/** A distance without a name is shown as "All runners". */
export function distanceName(distance: string): string {
  return distance === "" ? text.results.all : distance;
}

/** The name and, while there is a search text, how many match (pages.md B7). */
export function tabLabel(distance: string, matches: ReadonlyMap<string, number>): string {
  const count = matches.get(distance);
  return count === undefined
    ? distanceName(distance)
    : `${distanceName(distance)} (${number(count)})`;
}
