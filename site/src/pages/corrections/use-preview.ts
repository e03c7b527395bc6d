import { useEffect, useRef, useState } from "react";
import { asFailure, type Failure } from "../../api/failure";
import type { SavedCorrection } from "../../session/corrections";

/** How long nothing is typed before the server is asked. */
const PAUSE_MS = 300;

/** The effect of a correction. */
interface Preview {
  /** Null until the server has answered for exactly what is typed. */
  found: SavedCorrection | null;
  /** Why it could not answer. */
  failure: Failure | null;
  again: () => void;
}

/** Asks what `ask` would do, a moment after `of`, which names it, has changed; null asks nothing. */
export function usePreview(of: string | null, ask: () => Promise<SavedCorrection>): Preview {
  const [answer, keep] = useState<Omit<Preview, "again"> & { to: string | null }>(NOTHING);
  const [turn, setTurn] = useState(0);
  const asked = of === null ? null : `${turn} ${of}`;
  const asking = useRef(ask);
  useEffect(() => {
    asking.current = ask;
  });
  useEffect(() => {
    if (asked === null) return;
    let wanted = true;
    const settle = (found: SavedCorrection | null, failure: Failure | null) => {
      if (wanted) keep({ to: asked, found, failure });
    };
    const timer = setTimeout(() => {
      asking.current().then(
        (found) => settle(found, null),
        (thrown: unknown) => settle(null, asFailure(thrown)),
      );
    }, PAUSE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [asked]);
  const { found, failure } = answer.to === asked ? answer : NOTHING;
  return {
    found,
    failure,
    again: () => setTurn(turn + 1),
  };
}

const NOTHING = { to: null, found: null, failure: null };
