import { useCallback, useSyncExternalStore } from "react";

/**
 * Phones in either orientation, and pages zoomed in as far: there is little space there, so the
 * results page puts its settings behind one button (pages.md C2). The style sheets use the same
 * query.
 */
const SMALL = "(max-width:575.98px),(max-height:500px)";

export function useSmall(): boolean {
  return useMedia(SMALL);
}

/** Whether there is a mouse or a trackpad, and so as a rule a keyboard. */
export function useKeyboard(): boolean {
  return useMedia("(pointer:fine)");
}

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
