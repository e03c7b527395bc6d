/** Somebody at the fence with a phone, in Chromium; other engines: `engine-tests.ts`. */
import { test } from "vitest";
import { SCREENS, SITE } from "./browser";
import { newPage, withBrowser } from "./page";
import { expectWhatParentsNeed } from "./parent";
import { makeParentRace } from "./parent-race";

withBrowser({ viewport: SCREENS.phone });

test("a parent sees their runners, the race and nothing in the way", async () => {
  const race = await makeParentRace();
  const page = await newPage();
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
});
