import { useCallback } from "react";
import { useQuery } from "./use-query";

const LIMIT = 100;

/** The search text, which lives in the address as `q` (pages.md D2). `keys`: all keys of the page. */
export function useSearch(keys: readonly string[]): [string, (search: string) => void] {
  const { params, change } = useQuery(keys);
  const set = useCallback((search: string) => change({ q: readSearch(search) || null }), [change]);
  return [readSearch(params.get("q")), set];
}

/** As typed, cut at 100 characters; only blanks is "". */
function readSearch(text: string | null): string {
  const cut = Array.from(text ?? "").slice(0, LIMIT).join("");
  return cut.trim() === "" ? "" : cut;
}
