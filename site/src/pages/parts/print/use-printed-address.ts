import { useEffect } from "react";
import { useLocation } from "react-router";
import { withVersion } from "../../../address/version";
import type { Edition } from "../../../race/head";

/**
 * Gives print.css the address for the foot of every sheet (pages.md D6); pages without the frame
 * have none.
 */
export function usePrintedAddress(): void {
  const { pathname, search } = useLocation();
  usePrinted("--address", window.location.origin + pathname + search);
}

/**
 * The same of a page of an event year, whose own path has the year: paper is still read when the
 * event has another. With the version, by which the page tells whoever holds the paper whether it
 * is the latest. Returns the address.
 */
export function usePrintedYear(path: string, edition: Edition | null): string {
  const { search } = useLocation();
  const address =
    window.location.origin +
    path +
    (edition === null ? search : withVersion(search, edition.version));
  usePrinted("--address-of-year", address);
  return address;
}

function usePrinted(property: string, address: string): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(property, JSON.stringify(address));
    return () => {
      style.removeProperty(property);
    };
  }, [property, address]);
}
