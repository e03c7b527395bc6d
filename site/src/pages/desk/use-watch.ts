import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure, type Failure } from "../../api/failure";
import type { Year } from "../../api/types";
import { readState, readYears, type ServerClock, type YearState } from "../../session/events";

const EVERY_MS = 10_000;

export interface Watch {
  years: readonly Year[];
  /** Null until they were looked up. */
  states: readonly YearState[] | null;
  /** The server's clock; null until it was looked up. */
  clock: ServerClock | null;
  /** When that was, in milliseconds since 1970. */
  lookedAt: number;
  /** Why the last lookup failed; null if it did not. */
  failure: Failure | null;
  /** Shows at once what was changed here. */
  change: (changed: (years: readonly Year[]) => readonly Year[]) => void;
}

/** Looks up what is published, and the years if `withYears`, every ten seconds while visible. */
export function useWatch(slug: string, loaded: readonly Year[], withYears: boolean): Watch {
  const [years, setYears] = useState(loaded);
  const [states, setStates] = useState<readonly YearState[] | null>(null);
  const [clock, setClock] = useState<ServerClock | null>(null);
  const [lookedAt, setLookedAt] = useState(0);
  const [failure, setFailure] = useState<Failure | null>(null);
  const changes = useRef(0);
  const change = useCallback((changed: (years: readonly Year[]) => readonly Year[]) => {
    changes.current += 1;
    setYears(changed);
  }, []);
  useEffect(() => {
    let wanted = true;
    let looking = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      if (looking || document.hidden) return;
      looking = true;
      clearTimeout(timer);
      const changesBefore = changes.current;
      try {
        const [found, stored] = await Promise.all([
          readState(slug),
          withYears ? readYears(slug) : null,
        ]);
        if (!wanted) return;
        setStates(found.years);
        setClock(found.clock);
        setLookedAt(Date.now());
        setFailure(null);
        // A request from before a change may not include it yet.
        if (stored !== null && changes.current === changesBefore) setYears(stored);
      } catch (thrown) {
        if (wanted) setFailure(asFailure(thrown));
      } finally {
        looking = false;
        if (wanted) timer = setTimeout(() => void look(), EVERY_MS);
      }
    };
    const again = () => void look();
    void look();
    document.addEventListener("visibilitychange", again);
    window.addEventListener("online", again);
    return () => {
      wanted = false;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", again);
      window.removeEventListener("online", again);
    };
  }, [slug, withYears]);
  return { years, states, clock, lookedAt, failure, change };
}
