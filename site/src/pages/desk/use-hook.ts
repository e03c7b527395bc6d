import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure, type Failure } from "../../api/failure";
import { type HookState, readHook } from "../../session/hook";

const EVERY_MS = 15_000;
/** A test that was asked for is answered soon. */
const TEST_MS = 1_500;

/**
 * The web hook of an event, looked up every quarter of a minute while the page is seen, and what an
 * answer of the server says of it.
 */
export function useHook(slug: string): {
  state: HookState | null;
  failure: Failure | null;
  take: (state: HookState) => void;
} {
  const [state, setState] = useState<HookState | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const changes = useRef(0);
  const show = useCallback((found: HookState) => {
    setState(found);
    setFailure(null);
  }, []);
  const take = useCallback(
    (found: HookState) => {
      changes.current += 1;
      show(found);
    },
    [show],
  );
  const every = state?.testWaits === true ? TEST_MS : EVERY_MS;
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      if (document.hidden) return;
      const before = changes.current;
      try {
        const found = await readHook(slug);
        // What was asked for before a change may not know it yet.
        if (wanted && changes.current === before) show(found);
      } catch (thrown) {
        if (wanted) setFailure(asFailure(thrown));
      }
    };
    const again = () => void look();
    again();
    const timer = setInterval(again, every);
    document.addEventListener("visibilitychange", again);
    return () => {
      wanted = false;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [slug, every, show]);
  return { state, failure, take };
}
