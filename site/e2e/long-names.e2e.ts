/** The longest names, groups and points fit on the smallest screen, on every page of a race. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch, SITE } from "./browser";
import { cutTexts, sideways } from "./layout";
import { makeLong, SLUG, YEAR } from "./long-race";

const SMALLEST = { width: 320, height: 640 };

let browser: Browser;

beforeAll(async () => {
  [browser] = await Promise.all([launch(), makeLong()]);
});

afterAll(() => browser?.close());

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
  const context = await browser.newContext({ viewport: SMALLEST, serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(SITE + path);
  await settled(page);

  await page.screenshot({
    path: `/tmp/ev/long${path.replaceAll(/[/?]/g, "_")}.png`,
    fullPage: true,
  });
  expect([await sideways(page), await cutTexts(page)]).toEqual([0, []]);
  await context.close();
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
