/** Finding somebody by name in all races that are over (pages.md C1, C6). */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS } from "./browser";
import { resize, sideways } from "./layout";
import { visit, withBrowser } from "./page";
import { makePrograms, SLUG, YEARS } from "./program-race";
import { indexNames } from "./stack";

const LOOKS = [...Object.values(SCREENS), { width: 320, height: 640 }];
/** The most that a search may load, in bytes (docs/decisions/names.md). */
const SEARCH_BYTES = 30_000;

withBrowser({ viewport: SCREENS.phone });

beforeAll(async () => {
  await makePrograms();
  await indexNames();
});

async function open(path: string): Promise<Page> {
  const page = await visit(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

async function clean(page: Page): Promise<void> {
  for (const viewport of LOOKS) {
    await resize(page, viewport);
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBe(0);
  }
}

/** Year and bib of the results of this event that a part of a page leads to, in order. */
async function results(page: Page, part: string): Promise<string[]> {
  const found = await page
    .locator(`${part} a[href^="/results/${SLUG}/"]`)
    .evaluateAll((links) =>
      links.map((link) =>
        new URL(link.getAttribute("href") ?? "", location.origin).pathname
          .split("/")
          .slice(3)
          .join(" "),
      ),
    );
  return found.toSorted();
}

test("a name finds every year that somebody ran, and costs a phone little", async () => {
  const page = await open("/");
  let bytes = 0;
  page.on("requestfinished", async (request) => {
    if (!request.url().includes("/results/_names/")) return;
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    bytes += responseBodySize + responseHeadersSize;
  });
  await page.getByRole("searchbox").fill("park lee");
  const found = "section[aria-label='Results of earlier races']";
  await expect
    .poll(() => results(page, found))
    .toEqual([YEARS[0], YEARS[1]].flatMap((year) => [`${year} 1`, `${year} 25`]).toSorted());
  await page.getByText(/^Searched: live and recent races, and \d+ races up to/).waitFor();
  await page.waitForLoadState("networkidle");
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(SEARCH_BYTES);
  await clean(page);
  await page.locator(`${found} a[href^="/results/${SLUG}/${YEARS[1]}/25?"]`).first().click();
  await page.getByText("Woman - 43").first().waitFor();
});

test("letters of another keyboard find the same person", async () => {
  const page = await open("/?q=o%27hara+zoe");
  await expect
    .poll(() => results(page, "section[aria-label='Results of earlier races']"))
    .toContain(`${YEARS[0]} 4`);
});

test("a runner's page lists their other years with times, and nobody else of the name", async () => {
  const page = await open(`/results/${SLUG}/${YEARS[0]}/1`);
  await page.getByText("Other races").click();
  await expect.poll(() => results(page, "main li")).toEqual([`${YEARS[1]} 1`]);
  await page
    .locator("main li b")
    .filter({ hasText: /^1:00:38\.5 clock time$/ })
    .waitFor();
  await clean(page);
});
