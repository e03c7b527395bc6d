import { useEffect, useState } from "react";

/** Events that show somebody is at the screen. */
const SIGNS = ["pointerdown", "keydown", "input", "wheel", "touchmove", "afterprint"] as const;

/** Seconds left until nobody has touched anything for `seconds`; then calls `onIdle`. */
export function useIdle(watched: boolean, seconds: number, onIdle: () => void): number {
  const [left, count] = useState(seconds);
  useEffect(() => {
    if (!watched) return undefined;
    let touchedAt = Date.now();
    let printing = false;
    const touch = () => {
      touchedAt = Date.now();
      printing = false;
      count(seconds);
    };
    // While the print dialog is open nobody counts as idle, however long it stays open.
    const print = () => (printing = true);
    const timer = setInterval(() => {
      if (printing) return;
      const rest = seconds - Math.floor((Date.now() - touchedAt) / 1000);
      if (rest > 0) count(rest);
      else onIdle();
    }, 1000);
    touch();
    for (const sign of SIGNS)
      window.addEventListener(sign, touch, { capture: true, passive: true });
    window.addEventListener("beforeprint", print);
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, touch, { capture: true });
      window.removeEventListener("beforeprint", print);
    };
  }, [watched, seconds, onIdle]);
  return left;
}
