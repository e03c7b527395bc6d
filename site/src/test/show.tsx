/** Renders an address of the site in a test. */
import { act, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { vi } from "vitest";
import { forgetFeeds } from "../race/use-feed";
import { forgetRecentYears } from "../race/use-recent";
import { Pages } from "../routes";
import { aNetwork, type Network } from "./published";

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

function reveal(this: HTMLDialogElement): void {
  this.open = true;
}

function hide(this: HTMLDialogElement): void {
  this.open = false;
}

/** Adds what browsers have and jsdom does not. */
export function likeABrowser(): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.stubGlobal("scrollTo", () => undefined);
  HTMLDialogElement.prototype.showModal = reveal;
  HTMLDialogElement.prototype.close = hide;
  Object.defineProperty(HTMLElement.prototype, "offsetHeight", { value: 48, configurable: true });
}

/** A browser that has nothing loaded yet, with fetch replaced by a network. */
export function aVisit(): Network {
  forgetFeeds();
  forgetRecentYears();
  likeABrowser();
  return aNetwork();
}

/** Opens an address, with state in the history entry if given. */
export function show(path: string | { pathname: string; state: unknown }): void {
  render(
    // as in start.tsx: in a transition a debounced text that is typed on would be taken back
    <MemoryRouter initialEntries={[path]} useTransitions={false}>
      <Pages />
      <Address />
    </MemoryRouter>,
  );
}

/**
 * Switches the page to print. A page listens for printing only after it has been rendered, so the
 * event is repeated until the page reacts.
 */
export async function onPaper(): Promise<void> {
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event("beforeprint")));
    screen.getAllByText(/^Posted at /);
  });
}

/** The current address. */
export function address(): string {
  return screen.getByTestId("address").textContent;
}
