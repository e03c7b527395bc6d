import { useRef, useState } from "react";
import { asFailure, type Failure } from "../../../api/failure";

/** A request that somebody sends with a button or a form. */
export interface Request {
  busy: boolean;
  /** Why the last request failed; null if it did not. */
  failure: Failure | null;
  /** Runs it and resolves to whether it succeeded; does nothing while another is under way. */
  run: (act: () => Promise<void>) => Promise<boolean>;
  /** Discards the last failure. */
  forget: () => void;
}

/** Keeps the state of the requests of one form or button. */
export function useRequest(): Request {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = async (act: () => Promise<void>) => {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await act();
      return true;
    } catch (thrown) {
      setFailure(asFailure(thrown));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, failure, run, forget: () => setFailure(null) };
}
