/** Draws an address of the site in a test. */
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

/** What a browser has and jsdom has not. */
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

/** A browser that has nothing loaded yet, with a network in the place of fetch. */
export function aVisit(): Network {
  forgetFeeds();
  forgetRecentYears();
  likeABrowser();
  return aNetwork();
}

/** Opens an address, with something in the entry of the history where the test says so. */
export function show(path: string | { pathname: string; state: unknown }): void {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Pages />
      <Address />
    </MemoryRouter>,
  );
}

/**
 * The page as the printer gets it. A page listens for the printer only after it was drawn, so it is
 * told until it says so.
 */
export async function onPaper(): Promise<void> {
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event("beforeprint")));
    screen.getAllByText(/^Posted at /);
  });
}

/** The address now. */
export function address(): string {
  return screen.getByTestId("address").textContent;
}
