import { useCallback } from "react";
import { useLocation } from "react-router";
import { unnamedDistance } from "../../../address/distance-query";
import { orderDistances } from "../../../lists/event-order";
import type { RaceBoard } from "../../../race/boards";
import type { Head } from "../../../race/head";
import { cameWith, hadNothing } from "../address/carried";
import { useQuery } from "../address/use-query";
import { useLead } from "./use-lead";
import { useWithoutDistance } from "./use-known-distance";
import { useOpeningDistance } from "./use-opening-distance";

/** The distances of a page that have something to show, and the selected one. */
interface ShownDistance {
  /** In the order of the tabs; if there are none, nothing is shown. */
  tabs: string[];
  shown: string;
  /** Adds a history entry. */
  choose: (distance: string) => void;
}

/**
 * The selected distance, which is stored in the address (pages.md D2). One that is `empty` on this
 * page is shown only if the address asks for it; a link of the race is only a preference (B7).
 * `keys`: all keys of the page; `matches`: how many rows of each distance match the search text.
 */
export function useDistance(
  head: Head,
  boards: readonly RaceBoard[],
  empty: ReadonlySet<string>,
  keys: readonly string[],
  matches: ReadonlyMap<string, number>,
): ShownDistance {
  const distances = boards.map(({ distance }) => distance);
  const { params, change } = useQuery(keys);
  const { state } = useLocation();
  const wish = new URLSearchParams(cameWith(state) ?? "").get("distance");
  const given = params.get("distance");
  const vain = given !== null && given === wish && empty.has(given);
  useWithoutDistance(vain, true);
  const asked = given !== null && !vain && distances.includes(given) ? given : null;
  const opening = useOpeningDistance(
    head,
    boards.filter(({ distance }) => !empty.has(distance)),
  );
  const unnamed = hadNothing(state) ? null : unnamedDistance(opening, boards);
  const choose = useCallback(
    (distance: string) => change({ distance: distance === unnamed ? null : distance }, true),
    [change, unnamed],
  );
  const shown = asked ?? opening;
  const lead = useCallback((distance: string) => change({ distance }), [change]);
  useLead(params.get("q") ?? "", shown, matches, lead);
  return {
    tabs: orderDistances(distances).filter(
      (distance) => !empty.has(distance) || distance === asked,
    ),
    shown,
    choose,
  };
}
