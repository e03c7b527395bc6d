import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure, type Failure } from "../../../api/failure";

/** Something at the server that changes there by itself. */
interface LookedUp<State> {
  /** Null until it was first read. */
  state: State | null;
  /** Why the last lookup failed; null if it did not. */
  failure: Failure | null;
  /** Takes the state from an answer of the server. */
  take: (state: State) => void;
  look: () => Promise<void>;
}

/** Reads again and again while visible; `read` stays the same, `everyMs` may change. */
export function useLookedUp<State>(
  read: () => Promise<State>,
  everyMs: (state: State | null) => number,
): LookedUp<State> {
  const [state, setState] = useState<State | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const changes = useRef(0);
  const show = useCallback((found: State) => {
    setState(found);
    setFailure(null);
  }, []);
  const take = useCallback(
    (found: State) => {
      changes.current += 1;
      show(found);
    },
    [show],
  );
  const look = useCallback(async () => {
    const before = changes.current;
    try {
      const found = await read();
      // A request from before a change may not include it yet.
      if (changes.current === before) show(found);
    } catch (thrown) {
      if (changes.current === before) setFailure(asFailure(thrown));
    }
  }, [read, show]);
  const every = everyMs(state);
  useEffect(() => {
    changes.current += 1;
    const again = () => {
      if (!document.hidden) void look();
    };
    again();
    const timer = setInterval(again, every);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [look, every]);
  return { state, failure, take, look };
}
