/** The announcer's page of a live race in a real browser (pages.md C23). */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { violations } from "./axe";
import { SITE } from "./browser";
import { unseenFocus } from "./controls";
import { cutTexts, LANDSCAPE, sideways } from "./layout";
import { goOffline, lookNow } from "./network";
import { type ContextOptions, context, newPage, page, withBrowser } from "./page";
import { eventOf, holds, moment, resultOf, upload as uploadTo, yearOf } from "./race";
import { call } from "./stack";

const YEAR = "2026";
const DISTANCE = "10 KM";
const KM = [8, 10];
/** How long ago the gun was, in seconds. */
const RUNNING = 3000;

interface Read {
  bib: string;
  /** Seconds on the clock and by the chip. */
  clock: number;
  chip?: number;
  finish?: boolean;
}

let slug: string;
let gun: number;

withBrowser();

function rowOf({ bib, clock, chip = clock, finish = false }: Read) {
  return resultOf(bib, {
    age: 34,
    gender: Number(bib) % 2 === 1 ? "Woman" : "Man",
    distance: DISTANCE,
    seconds: clock,
    chip_seconds: chip,
    segment: finish ? "Finish" : "8K",
    ranking: finish ? 1 : 0,
    age_ranking: 1,
    gender_ranking: 1,
    local_time: moment(gun + clock * 1000),
    division: bib === "3" ? "Río Club" : "",
  });
}

let rows = 0;

async function upload(reads: readonly Read[]): Promise<void> {
  await uploadTo(slug, YEAR, reads.map(rowOf));
  rows += reads.length;
  await holds(slug, YEAR, rows);
}

async function open(options: ContextOptions = {}, wakeLock = true): Promise<void> {
  await newPage(options);
  await context.addInitScript((has) => {
    const asked: string[] = [];
    Object.assign(window, { asked });
    const lock = () =>
      Object.assign(new EventTarget(), { released: false, release: () => undefined });
    const request = (kind: string) => {
      asked.push(kind);
      return has ? Promise.resolve(lock()) : Promise.reject(new Error("the battery is low"));
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  }, wakeLock);
  await page.clock.install({ time: gun + (RUNNING - 600) * 1000 });
}

/** Opens the page, and stops its clock: what is told in seconds can be read without haste. */
async function arrive(path: string): Promise<void> {
  await page.goto(`${SITE}${path}`);
  await page.locator("main dl").waitFor();
  // Reads are put together in steps, which would wait for the page's clock.
  const runners = page.locator("main").getByRole("button", { name: /Robin Runner/ });
  await runners.first().waitFor();
  await page.clock.pauseAt(gun + RUNNING * 1000 + 500);
}

beforeEach(async () => {
  slug = `own-${randomUUID().slice(0, 8)}`;
  rows = 0;
  gun = Math.floor(Date.now() / 1000) * 1000 - RUNNING * 1000;
  await call("event/add", eventOf(slug, { name: "Lane Run" }));
  const live = { date_time: moment(gun), live: true, days_allowed: 1 };
  await call("event-year/add", yearOf(slug, YEAR, live));
  await call("segments/add", {
    slug,
    year: YEAR,
    segments: KM.map((length) => ({
      location: length === 10 ? "Finish" : "8K",
      distance_name: DISTANCE,
      name: length === 10 ? "Finish" : "8K",
      distance_value: length,
      distance_unit: "km",
    })),
  });
  // Bib 3 ran 8 km in 2,400 s and is due at 3,033 s; the second wave started at 900 s.
  await upload([
    { bib: "2", clock: 2900, finish: true },
    { bib: "3", clock: 2427 },
    { bib: "4", clock: 2500 },
    ...[10, 12, 14, 16, 18].map((bib) => ({ bib: String(bib), clock: 2300 + bib * 60 })),
    ...[20, 22, 24, 26, 28].map((bib) => ({
      bib: String(bib),
      clock: 2800 + bib,
      chip: 1900,
    })),
  ]);
});

async function coming(): Promise<string[]> {
  return page
    .getByRole("list", { name: "Coming in, seen at 8K" })
    .getByRole("button")
    .allInnerTexts();
}

test("the clock of each wave, who comes in how soon, and what they would win", async () => {
  await open();
  await arrive(`/arrivals/${slug}`);
  await page.getByRole("heading", { level: 1, name: "2026 Lane Run Arrivals" }).waitFor();
  await page.getByText("in 33 s", { exact: true }).waitFor();
  const clocks = await page.locator("main dl").innerText();
  expect(clocks.replaceAll(/\s+/g, " ")).toMatch(/^Wave 1 50:00 Wave 2 3\d:\d\d$/);
  const [next = "", second = ""] = await coming();
  expect(next.replaceAll("\n", " ")).toBe(
    "in 33 s Robin Runner 3 Bib 3 · Río Club · Overall: 2 · Women: 1 · Women 30-39: 1 · first: Women, Women 30-39",
  );
  expect(second).toMatch(/^in 02:04\nRobin Runner 4\nBib 4 · Overall: 3 · Men: 2/);
  await page.clock.runFor(10_000);
  await page.getByText("in 23 s", { exact: true }).waitFor();
  await page.clock.runFor(25_000);
  await page.getByText("now", { exact: true }).first().waitFor();
  // The screen stays on.
  expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual([
    "screen",
  ]);
  // axe waits for timers.
  await page.clock.resume();
  expect(await violations(page)).toEqual([]);
  // Capitals of names are 9 mm on a laptop of 31 cm.
  const size = await page
    .getByText("Robin Runner 3")
    .evaluate((name) => Number.parseFloat(getComputedStyle(name).fontSize));
  expect(size).toBeGreaterThanOrEqual(45);
});

test("after a break without a network it goes on with who came in meanwhile", async () => {
  await open();
  await arrive(`/arrivals/${slug}/${YEAR}`);
  await page.getByText("in 33 s", { exact: true }).waitFor();
  await page.getByRole("button", { name: /^in 33 s Robin Runner 3/ }).click();
  await goOffline(context);
  await upload([{ bib: "3", clock: 3031, finish: true }]);
  await page.clock.runFor(40_000);
  expect((await coming())[0]).toContain("Robin Runner 3");
  await context.setOffline(false);
  const first = page.getByRole("list", { name: "At the finish" }).getByRole("button").first();
  const isIn = async () => {
    await lookNow(page);
    // Reads are put together in steps, which wait for the page's clock.
    await page.clock.runFor(10);
    return first.innerText();
  };
  await expect.poll(isIn).toMatch(/Robin Runner 3.*announced/s);
  expect((await coming())[0]).toMatch(/^in 01:2\d\nRobin Runner 4/);
});

test.each([
  ["es-ES", "en 33 s", /^Este navegador deja que la pantalla se apague/],
  ["en-US", "in 33 s", /^This browser lets the screen go dark/],
])("%s at 320 px, by the keyboard, without a wake lock", async (locale, when, asleep) => {
  await open({ locale, viewport: { width: 320, height: 640 } }, false);
  await arrive(`/arrivals/${slug}`);
  await page.getByText(when, { exact: true }).waitFor();
  await page.getByText(asleep).waitFor();
  expect([await sideways(page), await cutTexts(page)]).toEqual([0, []]);
  expect(await unseenFocus(page)).toEqual([]);
  // axe waits for timers.
  await page.clock.resume();
  expect(await violations(page)).toEqual([]);
});

test("on a phone on its side the first names are whole in sight when the page opens", async () => {
  await open({ viewport: LANDSCAPE });
  await arrive(`/arrivals/${slug}`);
  const names = ["Robin Runner 3", "Robin Runner 2"].map((name) =>
    page
      .getByText(name, { exact: true })
      .evaluate((element) => element.getBoundingClientRect().bottom),
  );
  expect(Math.max(...(await Promise.all(names)))).toBeLessThanOrEqual(LANDSCAPE.height);
  expect([await sideways(page), await cutTexts(page)]).toEqual([0, []]);
});
