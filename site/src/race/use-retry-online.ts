import { useEffect } from "react";
import type { Failure } from "../api/failure";

/** Tries again by itself when the network is back, after a failure that was the network's. */
export function useRetryOnline(failure: Failure | null, retry: () => void): void {
  const unreached = failure?.status === 0;
  useEffect(() => {
    if (!unreached) return;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [unreached, retry]);
}
