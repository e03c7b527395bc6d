/** A browser without a network. */
import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect } from "vitest";

/**
 * Makes a page that looks for news every few seconds look now, as if somebody had come back to it.
 */
export async function lookNow(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}

/** Waits until a page shows something that it looks up every few seconds. */
export async function untilSeen(what: Locator): Promise<void> {
  const seen = async () => {
    await lookNow(what.page());
    return what.isVisible();
  };
  await expect.poll(seen, { interval: 400 }).toBe(true);
}

/** Whether a page reaches the server by itself, or through its service worker. */
function reaches(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const own = fetch("/api/health", { method: "HEAD" });
    const workers = fetch("/downloads/none.json");
    return Promise.any([own, workers]).then(
      () => true,
      () => false,
    );
  });
}

/**
 * Takes the network away and waits until it is gone, for the pages and for the service worker, which
 * Chromium tells separately: it says so before its network service knows, and on a busy machine a
 * request that is made at once still goes out.
 */
export async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await expect.poll(() => Promise.all(context.pages().map(reaches))).not.toContain(true);
}

/**
 * Waits until a page answers a question with yes. Playwright's `waitForFunction` would take the
 * promise of an answer for a yes.
 */
export async function untilTrue<Value>(
  page: Page,
  question: (value: Value) => Promise<boolean>,
  value: Value,
): Promise<void> {
  const answer = () => page.evaluate(question as (value: unknown) => Promise<boolean>, value);
  await expect.poll(answer).toBe(true);
}

/** Waits until everything that a page has loaded from the downloads host is kept for offline use. */
export async function untilKept(page: Page): Promise<void> {
  await untilTrue(
    page,
    async () => {
      await navigator.serviceWorker.ready;
      const loaded = performance
        .getEntriesByType("resource")
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name, responseStatus }) => name.includes("/downloads/") && responseStatus < 400)
        .map(({ name }) => name);
      const kept = await Promise.all(loaded.map((url) => caches.match(url)));
      return kept.every((answer) => answer !== undefined);
    },
    null,
  );
}
