import { useCallback } from "react";
import { firstDistance, readDistance } from "../../scoring/distance-query";
import { useQuery } from "./use-query";

/** The shown distance, which lives in the address (pages.md D2); choosing one adds a history entry. `keys`: all keys of the page. */
export function useDistance(distances: readonly string[], keys: readonly string[]): [string, (distance: string) => void] {
  const { params, change } = useQuery(keys);
  const first = firstDistance(distances);
  const choose = useCallback((distance: string) => change({ distance: distance === first ? null : distance }, true), [change, first]);
  return [readDistance(params.get("distance"), distances), choose];
}
