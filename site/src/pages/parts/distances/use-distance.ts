import { useCallback, useState } from "react";
import { useLocation } from "react-router";
import { firstDistance } from "../../../address/distance-query";
import { orderDistances } from "../../../lists/event-order";
import { cameWith, hadNothing } from "../address/carried";
import { useQuery } from "../address/use-query";
import { useWithoutDistance } from "./use-known-distance";

/** The distances of a page that have something to show, and the selected one. */
export interface ShownDistance {
  /** In the order of the tabs; if there are none, nothing is shown. */
  tabs: string[];
  shown: string;
  /** Adds a history entry. */
  choose: (distance: string) => void;
}

/**
 * The selected distance, which is stored in the address (pages.md D2). One that is `empty` on this
 * page is shown only if the address asks for it; a link of the race is only a preference (B7).
 * `keys`: all keys of the page.
 */
export function useDistance(
  distances: readonly string[],
  empty: ReadonlySet<string>,
  keys: readonly string[],
): ShownDistance {
  const { params, change } = useQuery(keys);
  const { state } = useLocation();
  const wish = new URLSearchParams(cameWith(state) ?? "").get("distance");
  const given = params.get("distance");
  const vain = given !== null && given === wish && empty.has(given);
  useWithoutDistance(vain, true);
  const asked = given !== null && !vain && distances.includes(given) ? given : null;
  const filled = distances.filter((distance) => !empty.has(distance));
  // While the race is live, an earlier distance may fill up: it must not replace the one being
  // read.
  const [opened, open] = useState(() => firstDistance(filled));
  const first = filled.includes(opened) ? opened : firstDistance(filled);
  if (first !== opened) open(first);
  const left = first === firstDistance(distances) && !hadNothing(state) ? first : null;
  const choose = useCallback(
    (distance: string) => change({ distance: distance === left ? null : distance }, true),
    [change, left],
  );
  return {
    tabs: orderDistances(distances).filter(
      (distance) => !empty.has(distance) || distance === asked,
    ),
    shown: asked ?? first,
    choose,
  };
}
