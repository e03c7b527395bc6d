/**
 * The page of all parts in the development server: it draws, fits, and axe finds nothing; the built
 * site does not contain it.
 */
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer, type ViteDevServer } from "vite";
import { violations } from "./axe";
import { launch, SCREENS, SITE } from "./browser";
import { sideways } from "./layout";

let browser: Browser;
let server: ViteDevServer;
let address: string;

beforeAll(async () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  [browser, server] = await Promise.all([
    launch(),
    // A cache of its own: a developer's server may be running.
    createServer({
      root,
      configFile: `${root}vite.config.ts`,
      cacheDir: `${root}node_modules/.vite-style`,
      logLevel: "error",
      server: { port: 0, host: "127.0.0.1" },
    }),
  ]);
  await server.listen();
  address = (server.resolvedUrls?.local[0] ?? "").replace(/\/$/, "");
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

async function open(viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({
    viewport,
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  await page.goto(`${address}/style`);
  await page.getByRole("heading", { level: 1, name: "Style" }).waitFor({ timeout: 50_000 });
  await page.waitForLoadState("networkidle");
  return page;
}

/**
 * Rules that can only be broken by the page as a whole: it shows navigations, headings and titles
 * of many pages.
 */
const OF_A_WHOLE_PAGE = /^(landmark-unique|heading-order)/;

async function sound(page: Page): Promise<void> {
  expect((await violations(page)).filter((found) => !OF_A_WHOLE_PAGE.test(found))).toEqual([]);
  expect(await sideways(page)).toBe(0);
}

test.each(Object.entries(SCREENS))(
  "all parts on %s, in light and dark",
  async (_screen, viewport) => {
    const page = await open(viewport);
    expect(await page.locator("[data-specimen]").count()).toBeGreaterThan(20);
    await sound(page);
    await page.getByRole("button", { name: "As if offline" }).click();
    await page
      .getByText("You are offline, and this page has not been loaded before.")
      .first()
      .waitFor();
    await sound(page);
  },
);

test("every dialog, and a race's own faces", async () => {
  const page = await open(SCREENS.phone);
  const dialogs = page.locator("[data-specimen=Dialog] button");
  for (let index = 0; index < 4; index++) {
    await dialogs.nth(index).click();
    await page.getByRole("dialog").waitFor();
    await sound(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  const face = page.getByLabel("Face", { exact: true });
  const names = await face.locator("option").allInnerTexts();
  expect(names).toHaveLength(5);
  for (const label of names) {
    await face.selectOption({ label });
    const color = /#\w{6}/.exec(label)?.[0] ?? "#0a5c50";
    await page.waitForFunction(
      (wanted) =>
        getComputedStyle(document.documentElement).getPropertyValue("--banner") === wanted,
      color,
    );
    await sound(page);
  }
});

test("the built site has no such page", async () => {
  const page = await browser.newPage();
  await page.goto(`${SITE}/style`);
  await page.getByRole("heading", { level: 1, name: "404" }).waitFor();
  await page.close();
});
