import { useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { asFailure, type Failure } from "../../api/failure";

/** The outcome of a call. */
type Outcome =
  | { state: "running" }
  | { state: "done"; undone: boolean }
  | { state: "failed"; failure: Failure };

const RUNNING: Outcome = { state: "running" };
const DONE: Outcome = { state: "done", undone: false };

/** Calls of this visit by page view: rendering or mounting again does not repeat them. */
const calls = new Map<string, Promise<Outcome>>();

/** Whether this page view was left for another site and returned to: then what it did counts. */
function wasDone(view: string): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  const back =
    entry !== undefined && (entry as PerformanceNavigationTiming).type === "back_forward";
  return back && stored() === view;
}

const STORE = "mail";

function stored(): string | null {
  try {
    return sessionStorage.getItem(STORE);
  } catch {
    return null;
  }
}

function store(view: string): void {
  try {
    sessionStorage.setItem(STORE, view);
  } catch {
    // Without storage, a return from another site calls once more, which changes nothing.
  }
}

/** Whether the other of the two pages was the last to do something to this address. */
function wasUndone(pathname: string): boolean {
  const last = stored()?.split(" ").at(-1) ?? pathname;
  return last !== pathname && last.split("/").at(-1) === pathname.split("/").at(-1);
}

/** Whether the page is really visible: not prerendered, not in the background. */
function seen(): boolean {
  return (
    document.visibilityState === "visible" &&
    (document as { prerendering?: boolean }).prerendering !== true
  );
}

function inSight(): Promise<void> {
  if (seen()) return Promise.resolve();
  return new Promise((resolve) => {
    const check = () => {
      if (!seen()) return;
      for (const sign of SIGNS) document.removeEventListener(sign, check);
      resolve();
    };
    for (const sign of SIGNS) document.addEventListener(sign, check);
  });
}

const SIGNS = ["visibilitychange", "prerenderingchange"] as const;

async function outcomeOf(view: string, call: () => Promise<void>): Promise<Outcome> {
  if (wasDone(view)) return DONE;
  await inSight();
  try {
    await call();
    store(view);
    return DONE;
  } catch (thrown) {
    return { state: "failed", failure: asFailure(thrown) };
  }
}

/**
 * Makes a call once per page view (pages.md C15.1); `again` repeats it after a failure. On
 * returning to a page view, it says whether its effect was undone meanwhile.
 */
export function useOnce(call: () => Promise<void>): { outcome: Outcome; again: () => void } {
  const { key, pathname } = useLocation();
  const view = `${key} ${pathname}`;
  const [turn, setTurn] = useState(0);
  const [settled, settle] = useState<{ view: string; turn: number; outcome: Outcome } | null>(null);
  useEffect(() => {
    let wanted = true;
    const name = `${view} ${turn}`;
    const running = calls.get(name) ?? outcomeOf(view, call);
    calls.set(name, running);
    void running.then((outcome) => {
      if (wanted)
        settle({
          view,
          turn,
          outcome: outcome.state === "done" ? { ...outcome, undone: wasUndone(pathname) } : outcome,
        });
    });
    return () => {
      wanted = false;
    };
  }, [view, pathname, turn, call]);
  const again = useCallback(() => setTurn((count) => count + 1), []);
  return {
    outcome: settled?.view === view && settled.turn === turn ? settled.outcome : RUNNING,
    again,
  };
}
