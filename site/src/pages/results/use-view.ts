import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { unnamedDistance } from "../../address/distance-query";
import {
  readResultsQuery,
  type ResultsContext,
  type ResultsView,
  writeResultsQuery,
} from "../../address/results-query";
import { useSame } from "../../lib/use-same";
import type { RaceBoard } from "../../race/boards";
import type { Head } from "../../race/head";
import { eventTypeOf } from "../../scoring/row";
import { useOpeningDistance } from "../parts/distances/use-opening-distance";

/** The view state of the results page, stored in the address (pages.md D2). */
export interface AddressView {
  view: ResultsView;
  context: ResultsContext;
  /** Choosing a distance adds a history entry, everything else replaces the current one. */
  change: (change: Partial<ResultsView>) => void;
  /** Shows a distance without a history entry. */
  lead: (distance: string) => void;
}

/** Reads the view from the address, and writes changes back to it. */
export function useView(head: Head, boards: readonly RaceBoard[]): AddressView {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const eventType = eventTypeOf(head.event.type);
  const { rankingType } = head.eventYear;
  const opening = useOpeningDistance(head, boards);
  const unnamed = unnamedDistance(opening, boards);
  const distances = useSame(boards.map(({ distance }) => distance));
  const ageGroups = useSame(head.ageGroups);
  const context = useMemo(
    (): ResultsContext => ({ eventType, rankingType, distances, opening, unnamed, ageGroups }),
    [eventType, rankingType, distances, opening, unnamed, ageGroups],
  );
  const view = useMemo(() => readResultsQuery(search, context), [search, context]);
  const go = useCallback(
    (changed: Partial<ResultsView>, replace: boolean) => {
      const query = writeResultsQuery({ ...view, ...changed }, context);
      void navigate(
        { search: query === "" ? "" : `?${query}`, hash },
        {
          replace,
          preventScrollReset: true,
          state: state as unknown,
        },
      );
    },
    [view, context, navigate, hash, state],
  );
  const change = useCallback(
    (changed: Partial<ResultsView>) => go(changed, changed.distance === undefined),
    [go],
  );
  const lead = useCallback((distance: string) => go({ distance }, true), [go]);
  return { view, context, change, lead };
}
