import { useCallback } from "react";
import { readSearch } from "../../../address/results-query";
import { useQuery } from "../address/use-query";

/** The search text, stored in the address as `q` (pages.md D2). `keys`: all keys of the page. */
export function useSearch(keys: readonly string[]): [string, (search: string) => void] {
  const { params, change } = useQuery(keys);
  const set = useCallback((search: string) => change({ q: readSearch(search) || null }), [change]);
  return [readSearch(params.get("q")), set];
}
