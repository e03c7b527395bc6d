/** A browser without a network. */
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

function reaches(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    fetch("/api/health", { method: "HEAD" }).then(
      () => true,
      () => false,
    ),
  );
}

/**
 * Takes the network away and waits until it is gone: Chromium reports it before its network service
 * knows, and a call that is made at once still goes out on a busy machine.
 */
export async function goOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await expect.poll(() => Promise.all(context.pages().map(reaches))).not.toContain(true);
}
