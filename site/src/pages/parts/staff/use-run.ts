import { useEffect, useRef, useState } from "react";
import { asFailure, type Failure } from "../../../api/failure";

/** Work that takes many calls: its state, and the controls. */
interface Run {
  running: boolean;
  /** Why it broke off; null if it did not. */
  failure: Failure | null;
  /**
   * Starts or resumes. `act` must check before each call whether it has to stop. Resolves to
   * whether the page is still mounted.
   */
  run: (act: (isStopped: () => boolean) => Promise<void>) => Promise<boolean>;
  stop: () => void;
  /** Discards the last failure. */
  forget: () => void;
}

/** Keeps the state of such work; it stops when the page is left. */
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
