import { useEffect, useRef, useState } from "react";
import { asFailure, type Failure } from "../../../api/failure";

/** Work of many calls, as it can be watched and stopped. */
export interface Run {
  running: boolean;
  /** Why it broke off; null when it did not. */
  failure: Failure | null;
  /**
   * Begins, or goes on. `act` asks before each call whether it has to stop. Answers whether the page
   * is still there.
   */
  run: (act: (isStopped: () => boolean) => Promise<void>) => Promise<boolean>;
  stop: () => void;
  /** The last failure is no longer of interest. */
  forget: () => void;
}

/** Keeps what becomes of such work; it stops when the page is left. */
export function useRun(): Run {
  const stopped = useRef(false);
  const gone = useRef(false);
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const run = async (act: (isStopped: () => boolean) => Promise<void>) => {
    stopped.current = false;
    setRunning(true);
    setFailure(null);
    try {
      await act(() => stopped.current || gone.current);
    } catch (thrown) {
      setFailure(asFailure(thrown));
    }
    setRunning(false);
    return !gone.current;
  };
  return {
    running,
    failure,
    run,
    stop: () => {
      stopped.current = true;
    },
    forget: () => setFailure(null),
  };
}
