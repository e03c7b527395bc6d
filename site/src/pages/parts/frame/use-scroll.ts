import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { isObject } from "../../../api/types";

const STORE = "scroll";

/** How long a page may take to grow to where the visitor was. */
const PATIENCE_MS = 5_000;

type Positions = Record<string, number>;

function stored(): Positions {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(STORE) ?? "{}");
    return isObject(read) ? (read as Positions) : {};
  } catch {
    return {};
  }
}

/**
 * Where each entry of the history was scrolled to, by key and path: every address that was typed
 * has the key "default".
 */
const positions = stored();

function store(): void {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(positions));
  } catch {
    // Without storage, positions last until the page is left.
  }
}

/**
 * The first page of the visit was opened by a link or an address, not by going back or a reload: it
 * begins at the top, too.
 */
function isOpenedAnew(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.type === "navigate";
}

/**
 * A new page begins at the top; going back restores the position, as soon as the page is long
 * enough (pages.md B4.4).
 */
export function useScroll(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const shownPath = useRef<string>(null);
  useEffect(() => {
    window.history.scrollRestoration = "manual";
    window.addEventListener("pagehide", store);
    return () => window.removeEventListener("pagehide", store);
  }, []);
  useLayoutEffect(() => {
    const first = shownPath.current === null;
    const moved = shownPath.current !== pathname;
    shownPath.current = pathname;
    const entry = `${key} ${pathname}`;
    const remember = () => {
      positions[entry] = window.scrollY;
    };
    const stop =
      type === "POP" ? restore(first && isOpenedAnew() ? 0 : (positions[entry] ?? 0)) : undefined;
    if (type !== "POP" && moved) window.scrollTo({ top: 0, behavior: "instant" });
    if (type !== "POP") remember();
    // A click may lead away before the last scrolling is reported.
    for (const sign of ["scroll", "click"])
      window.addEventListener(sign, remember, { capture: true, passive: true });
    return () => {
      for (const sign of ["scroll", "click"])
        window.removeEventListener(sign, remember, { capture: true });
      stop?.();
    };
  }, [key, pathname, type]);
}

/**
 * Scrolls to a position, again each time the page grows, until it is reached, the visitor scrolls,
 * or it takes too long.
 */
function restore(top: number): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < top + window.innerHeight) return;
    window.scrollTo({ top, behavior: "instant" });
    stop();
  });
  const timer = setTimeout(() => stop(), PATIENCE_MS);
  const stop = () => {
    controller.abort();
    observer.disconnect();
    clearTimeout(timer);
  };
  for (const sign of ["wheel", "touchmove", "keydown", "pointerdown"])
    window.addEventListener(sign, stop, { passive: true, signal });
  observer.observe(document.body);
  return stop;
}
