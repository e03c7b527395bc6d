/**
 * The first screen of a live race for somebody who follows three runners, and the place of a match
 * while they type (pages.md C2).
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "./axe";
import { type Demo, SCREENS, SITE } from "./browser";
import { cutTexts, resize, sideways, LANDSCAPE } from "./layout";
import { context, newPage, withBrowser, withDemos } from "./page";
import { asIfLive } from "./seen-lately";

/**
 * The maximum number of pixels above the first row, and the minimum number of whole rows visible.
 */
const SIZES = {
  phone: { viewport: SCREENS.phone, top: 330, rows: 9 },
  keyboard: { viewport: { width: 390, height: 500 }, top: 330, rows: 2 },
  landscape: { viewport: LANDSCAPE, top: 300, rows: 1 },
  smallest: { viewport: { width: 320, height: 640 }, top: 400, rows: 3 },
  desk: { viewport: { width: 1280, height: 900 }, top: 390, rows: 14 },
};
/** Sizes that show matches under the search box. */
const PHONES = ["phone", "keyboard", "landscape", "smallest"] as const;
/** The height of a phone's keyboard, in pixels. */
const KEYBOARD = 340;

withBrowser();
const { events, demo } = withDemos();

/**
 * Opens a demo race as if it were live and text alerts were offered: everything that can be above
 * the table.
 */
async function open(
  { slug, year }: Demo,
  viewport: { width: number; height: number },
  query = "",
): Promise<Page> {
  const page = await newPage({ viewport });
  await asIfLive(context, `${slug}/${year}`);
  await page.goto(`${SITE}/results/${slug}${query}`);
  await page.getByRole("rowheader").first().waitFor();
  return page;
}

/** Opens it on a phone with three followed runners, as seen from the beginning. */
async function followed(race: Demo): Promise<Page> {
  const before = await open(race, SCREENS.phone);
  for (const index of [0, 1, 2])
    await before
      .getByRole("rowheader")
      .getByRole("button", { name: /^Follow/ })
      .nth(index)
      .click();
  await before.close();
  const page = await context.newPage();
  await page.goto(`${SITE}/results/${race.slug}`);
  await page.getByRole("rowheader").first().waitFor();
  await page.getByRole("region", { name: "My runners" }).getByRole("link").nth(2).waitFor();
  return page;
}

/** Where the first row begins, and how many whole rows are seen. */
function firstRow(page: Page): Promise<{ top: number; rows: number }> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll("tbody tr[data-key]")].map((row) =>
      row.getBoundingClientRect(),
    );
    return {
      top: Math.round(boxes[0]?.top ?? -1),
      rows: boxes.filter(({ bottom }) => bottom <= innerHeight + 0.5).length,
    };
  });
}

const found = (page: Page) => page.getByRole("region", { name: "Runners found" });

/** Somebody in the table whose first name others may share. */
async function aFirstName(page: Page): Promise<string> {
  const name = await page.getByRole("rowheader").getByRole("link").nth(4).innerText();
  return name.split(" ")[0] ?? name;
}

describe.each(["distance", "time", "backyardultra"])(
  "live %s race with three followed runners",
  (type) => {
    test("the first row, on every screen", async () => {
      const page = await followed(demo(type));
      await page.getByText("LIVE", { exact: true }).waitFor();
      if (type === "distance")
        await page.locator("summary").filter({ hasText: "Text alerts" }).first().waitFor();
      for (const [size, { viewport, top, rows }] of Object.entries(SIZES)) {
        await resize(page, viewport);
        // Parts that depend on the screen are drawn anew.
        await expect
          .poll(() => firstRow(page), { message: size })
          .toSatisfy((at) => at.top > 0 && at.top <= top && at.rows >= rows);
        const at = await firstRow(page);
        process.stdout.write(
          `${type} on ${size} (${viewport.width} × ${viewport.height}): first row at ${at.top}, ${at.rows} rows\n`,
        );
        expect(await sideways(page), size).toBe(0);
        expect(await cutTexts(page), size).toEqual([]);
        if (size === "phone" || size === "landscape")
          expect(await violations(page), size).toEqual([]);
      }
    });

    test("the first match while somebody types, on every phone", async () => {
      const page = await followed(demo(type));
      for (const size of PHONES) {
        const { viewport } = SIZES[size];
        await resize(page, viewport);
        await page.evaluate(() => window.scrollTo(0, 0));
        const name = await aFirstName(page);
        const box = page.getByRole("searchbox");
        await box.click();
        await page.keyboard.type(name);
        const match = found(page).getByRole("link").first();
        await match.waitFor();
        await page.waitForURL(/[?&]q=/);
        const item = match.locator("xpath=ancestor::li");
        await expect
          .poll(async () => (await item.boundingBox())?.y, { message: size })
          .toBeLessThanOrEqual(70);
        const bottom = await found(page).evaluate((list) => list.getBoundingClientRect().bottom);
        process.stdout.write(
          `${type} on ${size}: first match at ${Math.round((await item.boundingBox())?.y ?? -1)}, the list ends at ${Math.round(bottom)}\n`,
        );
        expect(bottom, size).toBeLessThanOrEqual(
          Math.max(viewport.height, SCREENS.phone.height - KEYBOARD),
        );
        expect(await match.innerText()).toContain(name);
        expect(await sideways(page), size).toBe(0);
        if (size === "keyboard") expect(await violations(page), size).toEqual([]);
        await box.fill("");
        await page.waitForURL((url) => !url.searchParams.has("q"));
        await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      }
    });
  },
);

describe("the search on a phone", () => {
  test("finds over all distances; arrows, Enter and Escape", async () => {
    const race = demo("distance");
    const page = await open(race, SCREENS.phone);
    const box = page.getByRole("searchbox");
    await box.click();
    await page.keyboard.type("a");
    await found(page).waitFor();
    const links = found(page).getByRole("link");
    expect(await links.count()).toBe(6);
    const lines = await found(page).getByRole("listitem").allInnerTexts();
    for (const distance of race.distances)
      expect(
        lines.some((line) => line.includes(distance)),
        distance,
      ).toBe(true);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await links.nth(1).evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await box.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await found(page).waitFor({ state: "detached" });
    expect(await box.inputValue()).toBe("a");
    const name = await page.getByRole("rowheader").getByRole("link").nth(2).innerText();
    await box.fill("");
    // Enter is pressed before the typed text reaches the address.
    await page.keyboard.insertText(name);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 2, name }).waitFor();
    await page.goBack();
    await page.getByRole("rowheader", { name }).waitFor();
    expect(await box.inputValue()).toBe(name);
  });

  test("a star among the matches follows the runner, and the list stays", async () => {
    const page = await open(demo("distance"), SCREENS.phone);
    await page.getByRole("searchbox").click();
    await page.keyboard.type("an");
    const star = found(page)
      .getByRole("button", { name: /^Follow/ })
      .first();
    await star.click();
    expect(await star.getAttribute("aria-pressed")).toBe("true");
    await page
      .getByRole("region", { name: "My runners" })
      .getByRole("link")
      .waitFor({ state: "attached" });
    expect(await found(page).isVisible()).toBe(true);
  });

  test("in the middle of the list the row is at hand, typing does not move the page, and headings stand below it", async () => {
    const race = demo("distance");
    const page = await open(race, SCREENS.phone);
    await page.evaluate(() => window.scrollTo(0, 2000));
    const box = page.getByRole("searchbox");
    expect((await box.boundingBox())?.y).toBeLessThan(20);
    const [row, head] = await Promise.all([
      page.locator("[data-find]").boundingBox(),
      page.getByRole("columnheader", { name: "Name" }).boundingBox(),
    ]);
    expect(Math.abs((head?.y ?? 0) - ((row?.y ?? 0) + (row?.height ?? 0)))).toBeLessThan(2);
    await box.focus();
    const before = await page.evaluate(() => window.scrollY);
    await page.keyboard.type("qq");
    await page.getByText("No runner matches.").waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBeLessThanOrEqual(before);
    expect((await box.boundingBox())?.y).toBeLessThan(20);
  });
});

describe("settings on a phone", () => {
  test("one button opens them, what is set stands as chips, and each is taken back", async () => {
    const page = await open(demo("distance"), SCREENS.phone);
    const button = page.getByRole("button", { name: "Sort and filter" });
    expect(await page.getByLabel("Sort", { exact: true }).isVisible()).toBe(false);
    await page.evaluate(() => window.scrollTo(0, 2000));
    await button.click();
    const sort = page.getByLabel("Sort", { exact: true });
    expect((await sort.boundingBox())?.y).toBeLessThan(150);
    await page.getByRole("button", { name: "Download CSV" }).waitFor();
    await sort.selectOption({ label: "Sort by Gender" });
    await page.getByRole("checkbox").check();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove: Sort by Gender" }).click();
    await page.getByRole("button", { name: /^Remove: Rank by/ }).click();
    await page.waitForFunction(() => window.location.search === "");
    expect(await page.getByRole("checkbox").isChecked()).toBe(false);
    await button.click();
    expect(await sort.isVisible()).toBe(false);
  });

  test("a press anywhere on a row opens the runner, but for star and place", async () => {
    const page = await open(demo("distance"), SCREENS.phone);
    const row = page.locator("tbody tr[data-key]").nth(3);
    const address = await row.getByRole("link").getAttribute("href");
    await row.getByRole("button", { name: /^Follow/ }).click();
    await row.getByRole("button", { name: /why\?/ }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    const box = await row.boundingBox();
    await page.mouse.click(
      (box?.x ?? 0) + (box?.width ?? 0) - 10,
      (box?.y ?? 0) + (box?.height ?? 0) - 8,
    );
    await page.waitForURL(`${SITE}${address}`);
  });

  test("text alerts open below the line of links, and lead to their end", async () => {
    const page = await open(demo("distance"), SCREENS.phone);
    await page.getByText("Text alerts: follow a runner by phone").click();
    await page.getByRole("combobox", { name: "Participant" }).waitFor();
    expect(await sideways(page)).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("link", { name: "End text alerts" }).click();
    await page.getByRole("button", { name: "Unsubscribe from text alerts" }).waitFor();
  });
});

test("with letters of twice the size the search box is on the first screen", async () => {
  for (const race of events) {
    const page = await open(race, SCREENS.phone);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const box = await page.getByRole("searchbox").boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(SCREENS.phone.height);
    expect(await sideways(page)).toBe(0);
    const name = await page.locator("tbody th a").first().boundingBox();
    expect(name?.width ?? 0).toBeGreaterThan(SCREENS.phone.width / 2);
  }
});
