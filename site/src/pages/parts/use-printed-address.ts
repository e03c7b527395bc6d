import { useEffect } from "react";
import { useLocation } from "react-router";

/** Gives print.css the address for the foot of every sheet (pages.md D6); pages without the frame have none. */
export function usePrintedAddress(): void {
  usePrinted("--address", useLocation().pathname);
}

/** The same of a page of an event year, whose own path has the year: paper is still read when the event has another. */
export function usePrintedYear(path: string): void {
  usePrinted("--address-of-year", path);
}

function usePrinted(property: string, path: string): void {
  const address = window.location.origin + path + useLocation().search;
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(property, JSON.stringify(address));
    return () => {
      style.removeProperty(property);
    };
  }, [property, address]);
}
