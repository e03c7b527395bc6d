/** The longest names, groups and points fit on the smallest screen, on every page of a race. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { cutTexts, sideways } from "./layout";
import { makeLong, SLUG, YEAR } from "./long-race";
import { visit, withBrowser } from "./page";

withBrowser({ viewport: { width: 320, height: 640 } });
beforeAll(makeLong);

const RACE = `${SLUG}/${YEAR}`;

test.each([
  `/results/${RACE}`,
  `/results/${RACE}?q=abc`,
  `/awards/${RACE}`,
  `/awards/${RACE}?desk=true`,
  `/arrivals/${RACE}`,
  `/results/${RACE}/status`,
  `/kiosk/${RACE}`,
  `/embed/${RACE}`,
  ...[1, 2, 3, 4, 6, 8, 9].map((bib) => `/results/${RACE}/${bib}000`),
  `/pntf/${RACE}`,
  `/pntf-youth/${RACE}`,
])("%s", async (path) => {
  const page = await visit(path);
  await settled(page);
  expect([await sideways(page), await cutTexts(page)]).toEqual([0, []]);
});

async function settled(page: Page): Promise<void> {
  await page
    .getByText(/Long Names|abcdefgh|Zalgo|WWW/)
    .first()
    .waitFor();
  await page
    .getByText(/^Loading$/)
    .first()
    .waitFor({ state: "detached" });
}
