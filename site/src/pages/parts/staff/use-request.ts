import { useRef, useState } from "react";
import { asFailure, type Failure } from "../../../api/failure";

/** Something that is asked of the server by hand. */
export interface Request {
  /** It is on its way. */
  busy: boolean;
  /** Why the last one failed; null when it did not. */
  failure: Failure | null;
  /** Asks, and answers whether it is done; while another is on its way nothing is asked. */
  run: (act: () => Promise<void>) => Promise<boolean>;
  /** The last failure is no longer of interest. */
  forget: () => void;
}

/** Keeps what became of the requests of one form or button. */
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
