/**
 * The site with the keyboard alone: everything can be reached, is visible while it has the focus,
 * and can be left again (pages.md B1, B4, B7, B8, D9).
 */
import type { Locator } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Demo, demos, SITE } from "./browser";
import { isFocused } from "./controls";
import { context, drawn, newPage, page, withBrowser } from "./page";
import { makePrograms, SLUG, YEARS } from "./program-race";

const RACE = `${SLUG}/${YEARS[0]}`;
/** More stops than any of these pages has. */
const MANY = 600;

let race: Demo;

withBrowser();

beforeAll(async () => {
  await makePrograms();
  const found = (await demos()).find(({ distances }) => distances.length > 1);
  if (found === undefined) throw new Error("No demo race has several distances.");
  race = found;
});

beforeEach(() => newPage());

async function open(path: string): Promise<void> {
  await page.goto(SITE + path);
  await drawn();
}

/** The element that has the focus. */
interface Stop {
  /** "" when nothing has it. */
  html: string;
  /** Whether it is in the last part of the page. */
  foot: boolean;
  /** Whether it is in the window, and not covered. */
  seen: boolean;
  /** Whether the ring of keyboard focus is drawn. */
  ring: boolean;
}

function stop(): Promise<Stop> {
  return page.evaluate(() => {
    const active = document.activeElement;
    if (active === null || active === document.body || active === document.documentElement)
      return { html: "", foot: false, seen: false, ring: false };
    const { left, top, right, bottom } = active.getBoundingClientRect();
    // the middle of its first line, since a link may wrap
    const box = active.getClientRects()[0] ?? { left, top, right, bottom };
    // of a box larger than the window, the part inside it
    const middle = (from: number, to: number, end: number) =>
      (Math.max(from, 0) + Math.min(to, end)) / 2;
    const there = document.elementFromPoint(
      middle(box.left, box.right, window.innerWidth),
      middle(box.top, box.bottom, window.innerHeight),
    );
    const seen = there !== null && (active.contains(there) || there.contains(active));
    const { outlineStyle, outlineWidth } = getComputedStyle(active);
    return {
      html: active.outerHTML.slice(0, 140),
      foot: active.closest("footer") !== null,
      seen,
      ring: outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
    };
  });
}

/** Presses a key until this has the focus, and checks that every stop on the way is visible. */
async function go(to: Locator, key = "Tab"): Promise<void> {
  for (let pressed = 0; pressed < MANY; pressed += 1) {
    await page.keyboard.press(key);
    if (await isFocused(to)) return;
  }
  throw new Error(`${MANY} times ${key} did not lead to ${to}.`);
}

test.each([
  "/",
  `/results/${RACE}`,
  `/awards/${RACE}`,
  `/status/${RACE}`,
  `/pntf/${RACE}`,
  `/ytp-series/${RACE}`,
  `/team-results/${RACE}`,
  `/series/${SLUG}`,
  `/results/${RACE}/1`,
  `/results/${RACE}/qr`,
  "/no/such/page",
])("%s: from the skip link to the footer and back, every stop in sight", async (path) => {
  await open(path);
  const stops: Stop[] = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const at = await stop();
    if (at.html === "") break;
    stops.push(at);
    expect(at).toMatchObject({ html: at.html, seen: true, ring: true });
    if (stops.length > MANY)
      throw new Error(
        `No way out: ${stops
          .slice(-3)
          .map(({ html }) => html)
          .join("\n")}`,
      );
  }
  expect(stops[0]?.html).toContain("Skip to content");
  expect(stops.at(-1)?.foot).toBe(true);
  for (const before of [-1, -2]) {
    await page.keyboard.press("Shift+Tab");
    expect((await stop()).html).toBe(stops.at(before)?.html);
  }
});

test("the skip link leads past banner and navigation", async () => {
  await open(`/results/${RACE}`);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await isFocused(page.getByRole("main"))).toBe(true);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
});

test("text alerts: sign-up, its dialog, its messages, and removal", async () => {
  const sent: unknown[] = [];
  let answer = 500;
  await context.route("**/api/sms/*", (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ status: answer, json: { message: "" } });
  });
  await open(`/results/${RACE}`);
  const panel = page
    .locator("summary")
    .filter({ hasText: "Text alerts: follow a runner by phone" });
  await go(panel);
  await page.keyboard.press("Enter");
  const box = page.getByRole("combobox", { name: "Participant" });
  await box.waitFor();
  await go(box);
  const submit = page.getByRole("button", { name: "Submit" });
  await go(submit);
  await page.keyboard.press("Enter");
  await page.getByText("Choose a participant from the list.").waitFor();
  expect(await isFocused(box)).toBe(true);

  await page.keyboard.type("mia");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect.poll(() => box.inputValue()).toMatch(/^Mia /);
  expect(await isFocused(box)).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByText("Phone number is required.").waitFor();
  const phone = page.getByLabel("Phone").first();
  expect(await isFocused(phone)).toBe(true);
  await page.keyboard.type("555-123-4567");
  await page.keyboard.press("Enter");
  await page.getByText("Tick the box to agree to the texts.").waitFor();
  const agreed = page.getByRole("checkbox", { name: /^I agree that / });
  expect(await isFocused(agreed)).toBe(true);
  await page.keyboard.press("Space");
  expect(await agreed.isChecked()).toBe(true);
  await go(submit);

  await page.keyboard.press("Enter");
  const warning = page.getByRole("dialog", { name: "Warning" });
  await warning.waitFor();
  for (let pressed = 0; pressed < 6; pressed += 1) {
    expect(
      await page.evaluate(
        () =>
          document.activeElement?.closest("dialog") !== null ||
          document.activeElement === document.body,
      ),
      "focus stays in the dialog",
    ).toBe(true);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Escape");
  await warning.waitFor({ state: "detached" });
  expect(await isFocused(submit), "focus after Escape").toBe(true);
  expect(await phone.inputValue()).toBe("555-123-4567");
  expect(sent).toEqual([]);

  await page.keyboard.press("Enter");
  await go(warning.getByRole("button", { name: "Subscribe" }));
  await page.keyboard.press("Enter");
  const error = page.getByRole("dialog", { name: "Error" });
  await error
    .getByText("There was an error subscribing to text alerts. Please try again.")
    .waitFor();
  await go(error.getByRole("button", { name: "Close" }));
  await page.keyboard.press("Enter");
  await error.waitFor({ state: "detached" });
  expect(await isFocused(submit), "focus after a failure").toBe(true);
  await expect.poll(() => box.inputValue()).toMatch(/^Mia /);

  answer = 200;
  await page.keyboard.press("Enter");
  await go(warning.getByRole("button", { name: "Subscribe" }));
  await page.keyboard.press("Enter");
  await page.getByText("You've successfully subscribed.").waitFor();
  expect(await isFocused(submit), "focus after success").toBe(true);
  expect(sent).toHaveLength(2);

  await go(page.locator("summary").filter({ hasText: "End text alerts" }));
  await page.keyboard.press("Space");
  const unsubscribe = page.getByRole("button", { name: "Unsubscribe from text alerts" });
  await unsubscribe.waitFor();
  await go(unsubscribe);
  await page.keyboard.press("Enter");
  await page.getByText("Phone number is required.").waitFor();
  await page.keyboard.type("5551234567");
  await page.keyboard.press("Enter");
  await page.getByText("You've successfully unsubscribed.").waitFor();
  expect((await stop()).html, "focus after removal").not.toBe("");
});

test("distances: one stop, arrows, Home and End; the panel bears the name of its tab", async () => {
  await open(`/results/${race.slug}`);
  const tabs = page.getByRole("tab");
  await go(page.getByRole("tab", { selected: true }));
  for (const [key, index] of [
    ["Home", 0],
    ["ArrowRight", 1],
    ["End", -1],
    ["ArrowRight", 0],
    ["ArrowLeft", -1],
    ["Home", 0],
  ] as const) {
    await page.keyboard.press(key);
    const tab = tabs.nth(index);
    expect(await isFocused(tab), key).toBe(true);
    expect(await tab.getAttribute("aria-selected")).toBe("true");
    await page.getByRole("tabpanel", { name: await tab.innerText(), exact: true }).waitFor();
  }
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).not.toBe("tab");
});

test("why this place: opened, read and closed; the focus is where it was", async () => {
  await open(`/results/${RACE}`);
  const why = page.getByRole("button", { name: "Place 2: why? Mia Torres" });
  await go(why);
  for (const [opens, closes] of [
    ["Enter", "Escape"],
    ["Space", "Enter"],
  ] as const) {
    await page.keyboard.press(opens);
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(
      true,
    );
    if (closes === "Enter") await go(dialog.getByRole("button", { name: "Close" }));
    await page.keyboard.press(closes);
    await dialog.waitFor({ state: "detached" });
    expect(await isFocused(why), closes).toBe(true);
  }
});

test("stars: set, and taken back in the strip without losing the focus", async () => {
  await open(`/results/${RACE}`);
  for (const name of ["Lee Park", "Mia Torres"]) {
    const star = page
      .getByRole("row", { name })
      .first()
      .getByRole("button", { name: `Follow ${name}` });
    await go(star);
    await page.keyboard.press("Space");
    expect(await star.getAttribute("aria-pressed")).toBe("true");
    expect(await isFocused(star)).toBe(true);
  }
  const strip = page.getByRole("region", { name: "My runners" });
  await go(strip.getByRole("button", { name: "Stop following Lee Park" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await strip
    .getByRole("button", { name: "Stop following Lee Park" })
    .waitFor({ state: "detached" });
  expect(await isFocused(strip.getByRole("button", { name: "Stop following Mia Torres" }))).toBe(
    true,
  );
  await page.keyboard.press("Enter");
  await strip.waitFor({ state: "detached" });
  expect((await stop()).html, "focus after the last one").not.toBe("");
});

test("search, sort and what a search without a match offers: the focus is never lost", async () => {
  await open(`/results/${RACE}`);
  await page.keyboard.press("/");
  const box = page.getByRole("searchbox");
  expect(await isFocused(box)).toBe(true);
  await page.keyboard.type("nobody at all");
  const clear = page.getByRole("button", { name: "Clear search" });
  await clear.waitFor();
  await go(clear);
  await page.keyboard.press("Enter");
  await clear.waitFor({ state: "detached" });
  expect(await isFocused(box)).toBe(true);
  const heading = page
    .getByRole("columnheader", { name: "Gender", exact: true })
    .getByRole("button");
  await go(heading);
  await page.keyboard.press("Enter");
  await page.locator("th[aria-sort]").filter({ hasText: "Gender" }).waitFor();
  expect(await isFocused(heading)).toBe(true);
  await go(page.getByLabel("Sort", { exact: true }), "Shift+Tab");
  await page.keyboard.press("Home");
  await page.locator("th[aria-sort]").filter({ hasText: "Place" }).waitFor();
});

test("from a row to its runner and to the other year: the heading has the focus each time", async () => {
  await open(`/results/${RACE}`);
  const row = page.getByRole("rowheader").getByRole("link").first();
  await go(row);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2, name: "Lee Park" }).waitFor();
  expect(await isFocused(page.getByRole("heading", { level: 1 }))).toBe(true);
  await go(page.getByRole("link", { name: "Back to results" }));
  await page.keyboard.press("Enter");
  await page.getByRole("rowheader").first().waitFor();
  expect(await isFocused(page.getByRole("heading", { level: 1 }))).toBe(true);
  await go(page.getByRole("navigation", { name: "Years" }).getByRole("link"));
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/results/${SLUG}/${YEARS[1]}`);
  await page.getByRole("rowheader").first().waitFor();
  expect(await isFocused(page.getByRole("heading", { level: 1 }))).toBe(true);
});

test("a page that failed: Try again does not lose the focus", async () => {
  let fail = true;
  await context.route("**/current.json", (route) => (fail ? route.abort() : route.fallback()));
  await open(`/awards/${RACE}`);
  await go(page.getByRole("button", { name: "Try again" }));
  fail = false;
  await page.keyboard.press("Enter");
  await page.getByRole("rowheader").first().waitFor();
  expect(await isFocused(page.getByRole("heading", { level: 1 }))).toBe(true);
});

test("a table that is wider than the phone scrolls by the keyboard", async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(`/series/${SLUG}`);
  const region = page
    .locator("[tabindex='0']")
    .filter({ has: page.getByRole("table") })
    .first();
  await go(region);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0);
});
