// @vitest-environment jsdom
import { render } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const scrollTo = vi.fn<(to: ScrollToOptions) => void>();

beforeEach(() => {
  vi.resetModules();
  sessionStorage.clear();
  scrollTo.mockClear();
  vi.stubGlobal("scrollTo", scrollTo);
  // The page is as long as it will be.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly #look: () => void;
      constructor(look: () => void) {
        this.#look = look;
      }
      observe() {
        queueMicrotask(this.#look);
      }
      disconnect() {}
    },
  );
  Object.defineProperty(document.documentElement, "scrollHeight", {
    value: 5000,
    configurable: true,
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/**
 * Loads the site again at an address, in the same tab. Returns where it is scrolled to, and a
 * function to leave it.
 */
async function load(path: string, how = "reload") {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([
    { type: how } as PerformanceNavigationTiming,
  ]);
  scrollTo.mockClear();
  vi.resetModules();
  const { useScroll } = await import("./use-scroll");
  function Page() {
    useScroll();
    return null;
  }
  const { unmount } = render(
    <MemoryRouter initialEntries={[{ pathname: path, key: "default" }]}>
      <Page />
    </MemoryRouter>,
  );
  await Promise.resolve();
  const leave = (at: number) => {
    vi.stubGlobal("scrollY", at);
    window.dispatchEvent(new Event("scroll"));
    window.dispatchEvent(new Event("pagehide"));
    unmount();
  };
  return { top: scrollTo.mock.lastCall?.[0].top, leave };
}

test("an address that is loaded again is where it was; another one in the same tab begins at its top", async () => {
  const first = await load("/results/a");
  first.leave(700);
  const other = await load("/results/b");
  expect(other.top).toBe(0);
  other.leave(300);
  const again = await load("/results/a");
  expect(again.top).toBe(700);
});

test("an address that is opened again, by a link or by hand, begins at its top; going back to it from elsewhere does not", async () => {
  const first = await load("/results/a", "navigate");
  first.leave(700);
  const again = await load("/results/a", "navigate");
  expect(again.top).toBe(0);
  again.leave(400);
  const back = await load("/results/a", "back_forward");
  expect(back.top).toBe(400);
});

test.each(["null", "[]", "7", "{"])("a store that holds %s is an empty one", async (stored) => {
  sessionStorage.setItem("scroll", stored);
  const { top } = await load("/results/a");
  expect(top).toBe(0);
});
