/**
 * A walk over every public address: its title, and that everybody can use it (pages.md B2, B10,
 * D7).
 */
import { beforeAll, describe, expect, test } from "vitest";
import { ADDRESSES } from "./addresses";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { expectSeenControls } from "./controls";
import { cutTexts, facts, resize, sideways } from "./layout";
import { browser, loaded, withBrowser } from "./page";
import { makePrograms } from "./program-race";
import { watch } from "./watch";

/** The smallest screen; and a desktop screen at 200 % zoom: half its width, twice its pixels. */
const NARROW = { width: 320, height: 640 };
const ZOOMED = { width: SCREENS.desktop.width / 2, height: SCREENS.desktop.height / 2 };

withBrowser();
beforeAll(makePrograms);

describe.concurrent("every address", () => {
  test.for(ADDRESSES)(
    "$path",
    async ({ path, title, heading, framed, table, like }, { onTestFinished }) => {
      const context = await browser.newContext({
        viewport: SCREENS.desktop,
        deviceScaleFactor: 2,
        serviceWorkers: "block",
      });
      onTestFinished(() => context.close());
      const page = await context.newPage();
      const wrongs = await watch(page);
      await page.goto(SITE + path);
      await page
        .getByRole("heading", { level: 1, name: heading, exact: true })
        .waitFor({ state: "attached" });
      if (table) await page.getByRole("rowheader").first().waitFor();
      await loaded(page);

      expect(await page.title()).toBe(title);
      expect(await page.locator("h1").count()).toBe(1);
      expect(await page.locator("header, nav[aria-label=Main], main, footer").count()).toBe(
        framed ? 4 : 1,
      );
      if (like !== undefined) {
        expect(await wrongs()).toEqual([]);
        return;
      }
      expect(await violations(page, { whole: table })).toEqual([]);
      await expectSeenControls(page);

      const before = await facts(page);
      for (const [name, viewport] of Object.entries({ "320 px": NARROW, "200 % zoom": ZOOMED })) {
        await resize(page, viewport);
        expect(await sideways(page), name).toBe(0);
        expect(await cutTexts(page), name).toEqual([]);
        const after = new Set(await facts(page));
        expect(
          before.filter((fact) => !after.has(fact)),
          `lost at ${name}`,
        ).toEqual([]);
      }
      expect(await wrongs()).toEqual([]);
    },
  );
});
