import { useEffect } from "react";
import { useLocation } from "react-router";

/** Gives print.css the address for the foot of every sheet (pages.md D6); pages without the frame have none. */
export function usePrintedAddress(): void {
  const { pathname, search } = useLocation();
  const address = window.location.origin + pathname + search;
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--address", JSON.stringify(address));
    return () => {
      style.removeProperty("--address");
    };
  }, [address]);
}
