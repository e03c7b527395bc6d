import { startTransition, useCallback, useEffect, useState } from "react";
import { asFailure, type Failure } from "../api/failure";
import { useRetryOnline } from "./use-retry-online";

/** Something that is loaded once: null while it is loading, or when that failed. */
export interface Loaded<T> {
  data: T | null;
  failure: Failure | null;
  retry: () => void;
}

interface Settled<T> {
  load: () => Promise<T>;
  data: T | null;
  failure: Failure | null;
}

/** Loads once for each `load`, which the caller keeps identical; older results are dropped. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [kept, keep] = useState<Settled<T> | null>(null);
  const missing = kept?.load !== load;
  useEffect(() => {
    if (!missing) return;
    let wanted = true;
    const settle = (data: T | null, failure: Failure | null) => {
      if (wanted) startTransition(() => keep({ load, data, failure }));
    };
    load().then(
      (data) => settle(data, null),
      (thrown: unknown) => settle(null, asFailure(thrown)),
    );
    return () => {
      wanted = false;
    };
  }, [load, missing]);
  const retry = useCallback(() => keep(null), []);
  const failure = missing ? null : kept.failure;
  useRetryOnline(failure, retry);
  return { data: missing ? null : kept.data, failure, retry };
}
