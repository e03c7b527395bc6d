/** A browser without a network. */
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

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
