/** Somebody at the fence with a phone, in Chromium; other engines: `engine-tests.ts`. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { launch, SCREENS, SITE } from "./browser";
import { expectWhatParentsNeed } from "./parent";
import { makeParentRace } from "./parent-race";

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser?.close());

test("a parent sees their runners, the race and nothing in the way", async () => {
  const race = await makeParentRace();
  const context = await browser.newContext({ viewport: SCREENS.phone, serviceWorkers: "block" });
  const page = await context.newPage();
  await expectWhatParentsNeed(
    {
      page,
      open: async (path) => {
        await page.goto(SITE + path);
      },
      search: (text) => page.getByRole("searchbox").fill(text),
    },
    race,
  );
  await context.close();
});
