import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router";
import { readDistanceQuery, writeDistanceQuery } from "../../scoring/distance-query";

/** The shown distance, which lives in the address (pages.md D2); choosing one adds a history entry. */
export function useDistance(distances: readonly string[]): [string, (distance: string) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const choose = useCallback(
    (distance: string) => {
      const query = writeDistanceQuery(distance, distances);
      void navigate({ search: query === "" ? "" : `?${query}` }, { preventScrollReset: true });
    },
    [distances, navigate],
  );
  return [readDistanceQuery(search, distances), choose];
}
