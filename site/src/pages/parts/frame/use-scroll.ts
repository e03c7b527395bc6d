import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { isObject } from "../../../api/types";

const STORE = "scroll";

/** How long to wait for a page to grow back to the visitor's position. */
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

/** Scroll positions by history key and path: all typed addresses have the key "default". */
const positions = stored();

function store(): void {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(positions));
  } catch {
    // Without storage, positions last until the page is left.
  }
}

/** Whether the visit began by a link or an address, not by going back or reloading. */
function isOpenedAnew(): boolean {
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return visit?.type === "navigate";
}

/** A new page begins at the top; going back restores the position (pages.md B4.4). */
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
    // A click may leave the page before the last scroll event is reported.
    for (const sign of ["scroll", "click"])
      window.addEventListener(sign, remember, { capture: true, passive: true });
    return () => {
      for (const sign of ["scroll", "click"])
        window.removeEventListener(sign, remember, { capture: true });
      stop?.();
    };
  }, [key, pathname, type]);
}

/** Scrolls as the page grows, until the visitor scrolls or it takes too long. */
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
