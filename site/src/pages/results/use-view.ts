import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
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

/** The view state of the results page, stored in the address (pages.md D2). */
export interface AddressView {
  view: ResultsView;
  context: ResultsContext;
  /** Choosing a distance adds a history entry, everything else replaces the current one. */
  change: (change: Partial<ResultsView>) => void;
}

/** Reads the view from the address, and writes changes back to it. */
export function useView(head: Head, boards: readonly RaceBoard[]): AddressView {
  const { search, hash, state } = useLocation();
  const navigate = useNavigate();
  const eventType = eventTypeOf(head.event.type);
  const { rankingType } = head.eventYear;
  const distances = useSame(boards.map(({ distance }) => distance));
  const ageGroups = useSame(head.ageGroups);
  const context = useMemo(
    (): ResultsContext => ({ eventType, rankingType, distances, ageGroups }),
    [eventType, rankingType, distances, ageGroups],
  );
  const view = useMemo(() => readResultsQuery(search, context), [search, context]);
  const change = useCallback(
    (changed: Partial<ResultsView>) => {
      const query = writeResultsQuery({ ...view, ...changed }, context);
      void navigate(
        { search: query === "" ? "" : `?${query}`, hash },
        {
          replace: changed.distance === undefined,
          preventScrollReset: true,
          state: state as unknown,
        },
      );
    },
    [view, context, navigate, hash, state],
  );
  return { view, context, change };
}
