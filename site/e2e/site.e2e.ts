import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Demo, demos, launch, SCREENS, SITE } from "./browser";

let browser: Browser;
let events: Demo[];
let context: BrowserContext;

beforeAll(async () => {
  browser = await launch();
  events = await demos();
});

afterAll(() => browser?.close());
afterEach(() => context?.close());

async function open(path: string, options: Parameters<Browser["newContext"]>[0] = { viewport: SCREENS.desktop }): Promise<Page> {
  context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(SITE + path);
  return page;
}

/** An event of a type; the demo has one of each. */
function demo(type: string): Demo {
  const found = events.find((event) => event.type === type);
  if (found === undefined) throw new Error(`No published event of type ${type}`);
  return found;
}

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.each(Object.entries(SCREENS))("event list on %s: newest first, searchable, axe clean", async (_name, viewport) => {
    const page = await open("/", { viewport, colorScheme });
    await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
    expect(await page.title()).toMatch(/ - Events$/);
    expect(await page.getByRole("main").getByRole("listitem").count()).toBeGreaterThanOrEqual(events.length);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("searchbox").fill("no such event");
    await page.getByText("No event matches.").waitFor();
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.getByRole("main").getByRole("listitem").first().waitFor();
  });

  test.each(
    ["distance", "time", "backyardultra"].flatMap((type) => Object.entries(SCREENS).map(([screen, viewport]) => ({ type, screen, viewport }))),
  )("results of a $type event on $screen: table, axe clean, no scrolling sideways", async ({ type, viewport }) => {
    const { slug, name } = demo(type);
    const page = await open(`/results/${slug}`, { viewport, colorScheme });
    await page.getByRole("heading", { level: 1, name: `${name} Results` }).waitFor();
    await page.getByRole("rowheader").first().waitFor();
    expect(await page.title()).toBe(`${name} Results`);
    expect(await page.locator("h1").count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
  });
});

test("320 px wide without scrolling sideways, with room for names in the middle of a table too", async () => {
  for (const { slug } of events) {
    const page = await open(`/results/${slug}`, { viewport: { width: 320, height: 640 } });
    await page.getByRole("rowheader").first().waitFor();
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
    await page.getByRole("rowheader").first().waitFor();
    expect((await page.getByRole("columnheader", { name: "Name" }).boundingBox())?.width).toBeGreaterThan(90);
    await context.close();
  }
});

test("the view stands in the address and survives a reload", async () => {
  const { slug, year } = demo("distance");
  const page = await open(`/results/${slug}/${year}`);
  await page.getByRole("rowheader").first().waitFor();
  await page.getByLabel("Sort", { exact: true }).selectOption({ label: "Sort by Gender" });
  await page.getByRole("checkbox").check();
  await page.keyboard.press("Escape");
  expect(new URL(page.url()).search).toMatch(/^\?(distance=.*&)?sort=gender&rank=(chip|clock)$/);
  await page.reload();
  await page.getByRole("rowheader").first().waitFor();
  expect(await page.getByRole("checkbox").isChecked()).toBe(true);
  expect(await page.getByRole("columnheader", { name: "Gender", exact: true }).getAttribute("aria-sort")).toBe("ascending");
});

test("search finds a runner by name, and the slash leads to the box", async () => {
  const { slug } = demo("distance");
  const page = await open(`/results/${slug}`);
  const first = page.getByRole("rowheader").getByRole("link").first();
  const name = await first.innerText();
  await page.keyboard.press("/");
  await page.keyboard.type(name.toUpperCase());
  await page.getByText(/^\d+ of [\d,]+ runners?$/).waitFor();
  await page.waitForURL(/[?&]q=/);
  expect(await page.getByRole("rowheader").getByRole("link").first().innerText()).toBe(name);
});

test("tabs move with the arrow keys; going back shows the distance before", async ({ skip }) => {
  const several = events.find(({ distances }) => distances.length > 1);
  if (several === undefined) return skip("no event with two distances");
  const page = await open(`/results/${several.slug}`);
  await page.getByRole("tab").first().focus();
  await page.keyboard.press("ArrowRight");
  expect(await page.getByRole("tab").nth(1).getAttribute("aria-selected")).toBe("true");
  await page.waitForURL(/[?&]distance=/);
  await page.goBack();
  await page.getByRole("tab", { selected: true }).and(page.getByRole("tab").first()).waitFor();
});

test("from the list to a race and back: heading focused, scroll position kept", async () => {
  const { slug, name } = demo("time");
  const page = await open("/");
  await page.getByRole("link", { name, exact: true }).click();
  await page.waitForURL(`**/results/${slug}`);
  await page.getByRole("rowheader").first().waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  await page.evaluate(() => window.scrollTo(0, 600));
  await page.getByRole("link", { name: "Events", exact: true }).evaluate((link: HTMLElement) => link.click());
  await page.getByRole("heading", { level: 1, name: "Events" }).waitFor();
  await page.goBack();
  await page.waitForFunction(() => Math.abs(window.scrollY - 600) < 5);
});

test("the starred heading leads to the disclaimer and back", async () => {
  const { slug } = demo("distance");
  const page = await open(`/results/${slug}`);
  await page.getByRole("columnheader").getByRole("link").click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("disclaimer");
  await page.getByRole("link", { name: "Back to the table" }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("table");
});

test("a live page follows the pointer, can be paused, and says when the connection is lost", async ({ skip }) => {
  const live = events.find((event) => event.live);
  if (live === undefined) return skip("no live event");
  const page = await open(`/results/${live.slug}/${live.year}`);
  await page.getByText("LIVE", { exact: true }).waitFor();
  await page.waitForResponse((answer) => answer.url().endsWith("/current.json"), { timeout: 14_000 });
  await page.getByRole("button", { name: "Pause updates" }).click();
  await page.getByRole("button", { name: "Resume updates" }).waitFor();
  await context.route("**/current.json", (route) => route.abort());
  await page.getByRole("button", { name: "Resume updates" }).click();
  await page.getByText(/^Connection lost\. Showing results of /).waitFor();
  expect(await page.getByRole("rowheader").count()).toBeGreaterThan(0);
});

test("published races open without the API", async () => {
  const { slug, name } = demo("distance");
  context = await browser.newContext();
  await context.route("**/api/**", (route) => route.abort());
  const page = await context.newPage();
  await page.goto(`${SITE}/results/${slug}`);
  await page.getByRole("heading", { level: 1, name: `${name} Results` }).waitFor();
  await page.getByText(/^updated /).waitFor();
});

test("unknown races and addresses are off course, inside the frame, axe clean", async () => {
  for (const path of ["/results/there-is-no-such-race/2026", "/no/such/page", "/results/x/qr"]) {
    const page = await open(path);
    await page.getByText("You appear to be off course.").waitFor();
    expect(await page.title()).toBe("Error");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("404");
    expect(await violations(page)).toEqual([]);
    await context.close();
  }
});

test("paper has every row, the basis and when it was posted", async () => {
  const { slug } = demo("distance");
  const page = await open(`/results/${slug}`, { viewport: SCREENS.phone });
  await page.getByRole("rowheader").first().waitFor();
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  expect(await page.locator("table[aria-rowcount]").count()).toBe(0);
  await page.getByText(/^Places by /).waitFor();
  await page.getByText(/^Posted at /).waitFor();
  expect(await page.getByRole("columnheader", { name: "Bib" }).isVisible()).toBe(true);
  expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
});
