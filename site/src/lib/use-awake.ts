import { useEffect, useState } from "react";

/** Keeps the screen on while `wanted` and the page is seen, and tells whether the browser does. */
export function useAwake(wanted: boolean): boolean {
  const [awake, setAwake] = useState(false);
  useEffect(() => {
    if (!wanted || !("wakeLock" in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const ask = async () => {
      if (document.visibilityState !== "visible" || (lock !== null && !lock.released)) return;
      try {
        const given = await navigator.wakeLock.request("screen");
        if (over) return void given.release();
        lock = given;
        setAwake(true);
        given.addEventListener("release", () => setAwake(false));
      } catch {
        // The battery is low, or the browser does not allow it: the screen goes dark as usual.
        setAwake(false);
      }
    };
    const again = () => void ask();
    again();
    document.addEventListener("visibilitychange", again);
    return () => {
      over = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release();
    };
  }, [wanted]);
  return wanted && awake;
}
