/** The largest possible table: few nodes, and everything a short one can do (pages.md D3). */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violations } from "./axe";
import { SCREENS, SITE } from "./browser";
import { LARGE_RACE, publishLargeRace } from "./large-race";
import { scrollTo } from "./layout";
import { context, newPage, withBrowser } from "./page";

const RUNNERS = 17_442;
const MAX_NODES = 800;

withBrowser();

async function open(viewport: { width: number; height: number }, runners = RUNNERS): Promise<Page> {
  const page = await newPage({ viewport });
  await publishLargeRace(context, runners);
  await page.goto(SITE + LARGE_RACE);
  await page.locator(`table[aria-rowcount="${runners + 1}"]`).waitFor();
  return page;
}

function nodes(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll("*").length);
}

test.each(Object.entries(SCREENS))(
  `at most ${MAX_NODES} nodes on %s, wherever it is scrolled to`,
  async (_screen, viewport) => {
    const page = await open(viewport);
    expect(await nodes(page)).toBeLessThanOrEqual(MAX_NODES);
    for (const part of [0.1, 0.5, 0.9, 1, 0.3]) {
      await scrollTo(page, part, "tbody tr[data-key]");
      expect(await nodes(page)).toBeLessThanOrEqual(MAX_NODES);
    }
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.locator(`tr[aria-rowindex="${RUNNERS + 1}"]`).waitFor();
  },
);

test.each([999, 9_999, RUNNERS])(
  "on a phone the place of the last of %i stands on one line",
  async (runners) => {
    const page = await open(SCREENS.phone, runners);
    const place = page
      .locator(`tr[aria-rowindex="${runners + 1}"]`)
      .getByText(runners.toLocaleString("en-US"), { exact: true });
    // the page grows as its rows arrive and are measured
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        return place.count();
      })
      .toBe(1);
    expect(
      await place.evaluate((shown) => {
        const text = document.createRange();
        text.selectNodeContents(shown);
        return new Set([...text.getClientRects()].map(({ top }) => top)).size;
      }),
    ).toBe(1);
  },
);

test("axe clean in the middle, the keyboard walks on, and the last runner is found", async () => {
  const page = await open(SCREENS.desktop);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  const row = page.locator("tbody tr[data-key]").nth(8);
  await row.getByRole("link").focus();
  const first = Number(await row.getAttribute("aria-rowindex"));
  expect(await violations(page)).toEqual([]);
  // place, name and star of each row
  for (let step = 0; step < 30; step++) await page.keyboard.press("Tab");
  expect(
    await page.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex")),
  ).toBe(String(first + 10));
  await page.keyboard.press("/");
  await page.keyboard.type(`last${RUNNERS - 1}`);
  await page.getByText(`1 of ${RUNNERS.toLocaleString("en")} runners`).waitFor();
  expect(await page.getByRole("rowheader").innerText()).toContain(`Last${RUNNERS - 1}`);
});

test("the visitor can have every row drawn", async () => {
  const page = await open(SCREENS.desktop, 3_000);
  await page.getByRole("button", { name: "Show all rows" }).click();
  await page.getByText("All rows are drawn.").waitFor();
  await page.waitForFunction(
    (rows) => document.querySelectorAll("tbody tr[data-key]").length === rows,
    3_000,
  );
  expect(await page.locator("table").getAttribute("aria-rowcount")).toBeNull();
});
