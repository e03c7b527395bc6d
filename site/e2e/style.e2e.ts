/**
 * The page of all parts in the development server: it draws, fits, and axe finds nothing; the built
 * site does not contain it.
 */
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer, type ViteDevServer } from "vite";
import { contrastViolations, violations } from "./axe";
import { SCREENS } from "./browser";
import { resize, sideways } from "./layout";
import { browser, visit, withBrowser } from "./page";

let server: ViteDevServer;
/** Opened once: the development server sends every module separately. */
let page: Page;

withBrowser();

beforeAll(async () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  server = await createServer({
    root,
    configFile: `${root}vite.config.ts`,
    // A cache of its own: a developer's server may be running.
    cacheDir: `${root}node_modules/.vite-style`,
    logLevel: "error",
    server: { port: 0, host: "127.0.0.1" },
  });
  await server.listen();
  const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block" });
  page = await context.newPage();
  await page.goto(`${server.resolvedUrls?.local[0] ?? ""}style`);
  await page.getByRole("heading", { level: 1, name: "Style" }).waitFor();
});

afterAll(() => server?.close());

/**
 * Rules that can only be broken by the page as a whole: it shows navigations, headings and titles
 * of many pages.
 */
const OF_A_WHOLE_PAGE = /^(landmark-unique|heading-order)/;

async function sound(): Promise<void> {
  expect((await violations(page)).filter((found) => !OF_A_WHOLE_PAGE.test(found))).toEqual([]);
  expect(await sideways(page)).toBe(0);
}

test("all parts on every screen, in light and dark", async () => {
  expect(await page.locator("[data-specimen]").count()).toBeGreaterThan(20);
  for (const screen of Object.values(SCREENS)) {
    await resize(page, screen);
    await sound();
  }
});

test("every dialog, and a race's own faces", async () => {
  await resize(page, SCREENS.phone);
  const dialogs = page.locator("[data-specimen=Dialog] button");
  for (let index = 0; index < 4; index++) {
    await dialogs.nth(index).click();
    await page.getByRole("dialog").waitFor();
    await sound();
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
    expect(await contrastViolations(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
  }
});

test("as if offline", async () => {
  await page.getByRole("button", { name: "As if offline" }).click();
  await page
    .getByText("You are offline, and this page has not been loaded before.")
    .first()
    .waitFor();
  for (const screen of Object.values(SCREENS)) {
    await resize(page, screen);
    await sound();
  }
});

test("the built site has no such page", async () => {
  const built = await visit("/style");
  await built.getByRole("heading", { level: 1, name: "404" }).waitFor();
});
