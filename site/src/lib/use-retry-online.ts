import { useEffect, useRef } from "react";
import type { Failure } from "../api/failure";

/** A device that reports being online often is not quite yet: how often to try, and when. */
const TRIES = 5;
const AGAIN_MS = 2_000;

/** Tries again by itself when the network is back, if the failure was a network failure. */
export function useRetryOnline(failure: Failure | null, retry: () => void): void {
  const unreached = failure?.status === 0;
  const left = useRef(0);
  useEffect(() => {
    if (!unreached) return;
    const again = (tries: number) => {
      left.current = tries;
      retry();
    };
    const timer =
      left.current > 0 ? setTimeout(() => again(left.current - 1), AGAIN_MS) : undefined;
    const onOnline = () => again(TRIES);
    window.addEventListener("online", onOnline);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", onOnline);
    };
  }, [unreached, retry]);
}
