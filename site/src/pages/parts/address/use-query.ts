import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

/** The view settings of a page, stored in its address (pages.md D2). */
interface Query {
  params: URLSearchParams;
  /** Sets or (null) removes keys; `push` adds a history entry. Unknown keys are dropped. */
  change: (values: Readonly<Record<string, string | null>>, push?: boolean) => void;
}

/** Reads and writes the page's own keys; `keys` is their order. */
export function useQuery(keys: readonly string[]): Query {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const known = keys.join();
  const change = useCallback(
    (values: Readonly<Record<string, string | null>>, push = false) => {
      const next = new URLSearchParams();
      for (const key of known.split(",")) {
        const value = key in values ? values[key] : params.get(key);
        if (value !== null && value !== undefined) next.set(key, value);
      }
      const query = next.toString();
      void navigate(
        { search: query === "" ? "" : `?${query}` },
        { replace: !push, preventScrollReset: true, state: state as unknown },
      );
    },
    [known, params, navigate, state],
  );
  return { params, change };
}
