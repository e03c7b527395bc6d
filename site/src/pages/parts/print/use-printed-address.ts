import { useEffect } from "react";
import { useLocation } from "react-router";
import { withVersion } from "../../../address/version";
import type { Edition } from "../../../race/head";

/** Passes the address for the foot of every sheet to print.css (pages.md D6). */
export function usePrintedAddress(): void {
  const { pathname, search } = useLocation();
  usePrinted("--address", window.location.origin + pathname + search);
}

/**
 * Like {@link usePrintedAddress}, for a page of an event year; the address includes the year, since
 * paper is still read when the event has a newer one. It also includes the version, by which the
 * page can tell whether the paper is the latest. Returns the address.
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
