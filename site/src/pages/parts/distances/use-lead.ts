import { useEffect, useRef } from "react";
import { orderDistances } from "../../../lists/event-order";

/**
 * Leads a search that finds nobody in the shown distance to the first distance where it finds
 * somebody (pages.md B7): once for each text, so that the tabs stay the visitor's. `matches`: how
 * many rows of each distance the text finds; empty while not all are known.
 */
export function useLead(
  search: string,
  shown: string,
  matches: ReadonlyMap<string, number>,
  lead: (distance: string) => void,
): void {
  const led = useRef("");
  useEffect(() => {
    if (search !== "" && matches.size === 0) return;
    const isNew = led.current !== search;
    led.current = search;
    if (!isNew || (matches.get(shown) ?? 0) > 0) return;
    const there = orderDistances([...matches.keys()]).find((name) => (matches.get(name) ?? 0) > 0);
    if (there !== undefined) lead(there);
  }, [search, shown, matches, lead]);
}
