import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  for (const sign of ["online", "offline"]) window.addEventListener(sign, listener);
  return () => {
    for (const sign of ["online", "offline"]) window.removeEventListener(sign, listener);
  };
}

/** Whether the device says it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
