import { useCallback, useSyncExternalStore } from "react";

/**
 * Phones, also on their side, and pages zoomed in so far: what stands above a table there stands in
 * its place (pages.md C2). Style sheets say the same.
 */
const SMALL = "(max-width:575.98px),(max-height:500px)";

/** Whether the screen is small. */
export function useSmall(): boolean {
  return useMedia(SMALL);
}

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
